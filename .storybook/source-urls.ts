// Worklets and workers of the sources: each is one file with everything it needs, as in the published package, since nothing else may be loaded there.
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import type { Plugin } from 'vite';

const named = /'\.\/([\w-]+\.(?:worklet|worker))\.js(?:\?[\w-]+)?', import\.meta\.url/g;

/** Bundles those a module names, and puts their addresses in. */
export function sourceUrls(): Plugin {
  const served = new Map<string, string>();
  let building = false;
  return {
    name: 'source-urls',
    enforce: 'pre',
    configResolved: ({ command }) => void (building = command === 'build'),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const code = served.get(request.url ?? '');
        if (code === undefined) return next();
        response.setHeader('content-type', 'text/javascript');
        response.end(code);
      });
    },
    async transform(code, id) {
      // What package.json says of side effects is said of the built files.
      if (id.includes('/src/') && id.endsWith('define.ts')) return { code, map: null, moduleSideEffects: true };
      if (!id.includes('/src/core/')) return undefined;
      let changed = code;
      for (const [text, name] of code.matchAll(named)) {
        const source = await bundle(new URL(`./${name}.ts`, `file://${id}`));
        const address = `/source-urls/${name}.js`;
        served.set(address, source);
        const place = building
          ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: `${name}.js`, source })}, import.meta.url`
          : `'${address}', document.baseURI`;
        changed = changed.replace(text, place);
      }
      return changed === code ? undefined : { code: changed, map: null };
    },
  };
}

async function bundle(entry: URL): Promise<string> {
  const entryPoints = [fileURLToPath(entry)];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: 'esm', target: 'es2022', platform: 'browser' });
  return outputFiles[0]?.text ?? '';
}
