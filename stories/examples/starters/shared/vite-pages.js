// The pages: Vite's own server in development, what it has built otherwise.
import sirv from 'sirv';

/** Returns a listener for the requests of `server` that the gateway does not answer. */
export async function openPages({ server, development }) {
  if (!development) return sirv('dist', { single: true });
  const { createServer } = await import('vite');
  const { middlewares } = await createServer({ server: { middlewareMode: { server } } });
  return middlewares;
}
