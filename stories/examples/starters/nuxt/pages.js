// The pages: what Nuxt has built, or its development server.
import sirv from 'sirv';

/** Returns a listener for the requests of `server` that the gateway does not answer. */
export async function openPages({ server, development }) {
  if (development) {
    const { toNodeListener } = await import('h3'); // of the version that Nuxt's server is made with
    const { build, loadNuxt } = await import('nuxt');
    const nuxt = await loadNuxt({ overrides: { dev: true } });
    nuxt.hook('vite:extend', ({ config }) => void (config.server.ws = { server }));
    await build(nuxt);
    return toNodeListener(nuxt.server.app);
  }
  const files = sirv('.output/public');
  const { listener } = await import('./.output/server/index.mjs');
  return (request, response) => files(request, response, () => listener(request, response));
}
