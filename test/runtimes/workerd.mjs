// `workerd.mjs <miniflare> <part> <service> <key>`: one part inside workerd, without Node's own modules. Runs under Node 22 or later, as miniflare does.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { build } from 'esbuild';

const [miniflare, name, serviceUrl, key] = process.argv.slice(2);
const here = fileURLToPath(new URL('.', import.meta.url));

const worker = `
  import { ${name} } from './parts/${name}.mjs';
  export default {
    async fetch(request) {
      try {
        await ${name}(await request.json());
        return new Response('');
      } catch (error) {
        return new Response(error.stack, { status: 500 });
      }
    },
  };`;
const { outputFiles } = await build({
  stdin: {
    contents: worker,
    resolveDir: here,
  },
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2022',
  logLevel: 'error',
  // As wrangler bundles.
  platform: 'browser',
  conditions: ['workerd', 'worker', 'browser'],
  // For a state that Redis shares: nothing here asks for it.
  external: ['ioredis', 'rate-limiter-flexible'],
});

const { Miniflare } = await import(pathToFileURL(miniflare));
const runtime = new Miniflare({ modules: true, script: outputFiles[0].text, compatibilityDate: '2026-07-01' });
const recording = readFileSync(new URL('../fixtures/conversation-text.jsonl', import.meta.url), 'utf8');
const answer = await runtime.dispatchFetch('http://worker.example/', {
  method: 'POST',
  body: JSON.stringify({ serviceUrl, key, recording }),
});
const complaint = await answer.text();
await runtime.dispose();
if (complaint !== '') console.error(complaint);
process.exit(answer.status === 200 ? 0 : 1);
