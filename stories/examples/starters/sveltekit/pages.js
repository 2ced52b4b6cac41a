// The pages: SvelteKit's handler in production, Vite's server in development.

/** Returns a listener for the requests of `server` that the gateway does not answer. */
export async function openPages({ server, development }) {
  if (!development) return (await import('./build/handler.js')).handler;
  const { createServer } = await import('vite');
  const { middlewares } = await createServer({ server: { middlewareMode: { server } } });
  return middlewares;
}
