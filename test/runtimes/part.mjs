// `part.mjs <name> <service> <key>`, started with the program of a runtime: one part, in a process of its own. Says what failed, if anything did.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const [name, serviceUrl, key] = process.argv.slice(2);
const given = {
  serviceUrl,
  key,
  recording: readFileSync(new URL('../fixtures/conversation-text.jsonl', import.meta.url), 'utf8'),
  createWebSocket: typeof WebSocket === 'undefined' ? await withWs() : undefined,
};

/** Node 20 has no WebSocket of its own. */
async function withWs() {
  const { WebSocket: Ws } = await import('ws');
  return (url, protocols) => new Ws(url, protocols);
}

try {
  const part = await import(`./parts/${name}.mjs`);
  await part[name](given);
  process.exit(0);
} catch (error) {
  console.error(error);
  process.exit(1);
}
