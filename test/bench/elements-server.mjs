// Serves the built script-tag files, and empty pages beside them, from memory: what is measured is the page, not a disk.
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';

const folder = new URL('../../dist/cdn/', import.meta.url);
const page = '<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><body></body></html>';

/** `own`: scripts of the bench, by name. */
export async function startElementsServer(own) {
  const files = new Map(Object.entries(own));
  for (const name of readdirSync(folder)) if (name.endsWith('.js')) files.set(name, readFileSync(new URL(name, folder)));
  const server = createServer((request, response) => {
    const name = new URL(request.url, 'http://bench').pathname.slice(1);
    const file = files.get(name);
    response.setHeader('cache-control', 'no-store');
    // Clocks are fine in a page that is alone.
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    response.setHeader('cross-origin-embedder-policy', 'require-corp');
    // Never answered: a player that waits for its film.
    if (name === 'film') return undefined;
    if (name === '') return response.setHeader('content-type', 'text/html').end(page);
    if (file === undefined) return response.writeHead(404).end();
    return response.setHeader('content-type', 'text/javascript').end(file);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
