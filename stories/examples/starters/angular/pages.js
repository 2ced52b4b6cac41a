// The pages: what the Angular CLI has built, or its server in development, which listens on a port of its own.
import { spawn } from 'node:child_process';

import sirv from 'sirv';

/** Returns a listener for the requests of `server` that the gateway does not answer. */
export async function openPages({ server, development }) {
  if (!development) return sirv('dist', { single: true });
  const { createProxyServer } = await import('http-proxy-3');
  const proxy = createProxyServer({ target: await serve() });
  proxy.on('error', (error, request, answer) => answer.destroy());
  server.on('upgrade', (...upgrade) => proxy.ws(...upgrade));
  return (request, response) => proxy.web(request, response);
}

/** Resolves to the address of `ng serve`, which ends with this server. */
function serve() {
  const cli = spawn(process.execPath, ['node_modules/@angular/cli/bin/ng.js', 'serve'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  cli.once('exit', (code) => process.exit(code ?? 1));
  process.once('exit', () => cli.kill());
  cli.stderr.pipe(process.stderr);
  cli.stdout.pipe(process.stdout);
  return new Promise((found) => {
    cli.stdout.on('data', (text) => {
      const [address] = /http:\S+/.exec(text) ?? [];
      if (address) found(address);
    });
  });
}
