// The pages: what Astro has built, or its server in development, which listens on a port of its own too.
import sirv from 'sirv';

/** Returns a listener for the requests of `server` that the gateway does not answer. */
export async function openPages({ server, development }) {
  if (development) {
    const { dev } = await import('astro');
    const { handle } = await dev({ vite: { server: { ws: { server } } } });
    return handle;
  }
  const files = sirv('dist/client');
  const { handler } = await import('./dist/server/entry.mjs');
  return (request, response) => files(request, response, () => handler(request, response));
}
