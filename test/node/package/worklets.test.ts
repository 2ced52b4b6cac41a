// A page bundled by esbuild, which copies no worklet: its microphone is heard all the same, and where the policy forbids that the error says what to do.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { build } from 'esbuild';

import { openSite, type Site } from './in-browser.js';
import { emptyFolder, filesIn, pack, projectWith } from './packed.js';

/** Resolves with the first thing the microphone leads to: audio on the wire, or a refusal. */
const entry = `
  import { createRealtimeSession } from 'voxreel';

  const wire = { bufferedBytes: 0, maxMessageBytes: 1e6, send() {}, close() {} };
  const transport = { id: 'silent', audio: 'events', needsToken: false, open: async () => wire };
  globalThis.talk = async () => {
    const session = createRealtimeSession({ baseUrl: '/', model: 'm', getToken: async () => '', transports: [transport] });
    const { promise, resolve } = Promise.withResolvers();
    session.on('sent', ({ type }) => type === 'input_audio_buffer.append' && resolve({ type, talking: session.talking }));
    await session.connect();
    session.setMicrophone(true).catch(({ code, param, message }) => resolve({ code, param, message, talking: session.talking }));
    return promise.finally(() => session.close());
  };`;

interface Outcome {
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
  readonly message?: string;
  readonly talking: boolean;
}

describe('a page bundled by esbuild', { timeout: 60_000 }, () => {
  const { path, remove } = emptyFolder();
  let site: Site;
  before(async () => {
    projectWith(pack(path), path);
    writeFileSync(join(path, 'page.mjs'), entry);
    await build({
      absWorkingDir: path,
      entryPoints: ['page.mjs'],
      outdir: 'bundled',
      logLevel: 'silent',
      bundle: true,
      splitting: true,
      format: 'esm',
      minify: true,
      target: 'es2022',
    });
    site = await openSite(join(path, 'bundled'));
  });
  after(async () => {
    await site?.close();
    remove();
  });

  async function talk(policy: string): Promise<Outcome> {
    const head = `<meta http-equiv="Content-Security-Policy" content="${policy}"><link rel="icon" href="data:,">`;
    site.pages.set('/page.html', `<!doctype html>${head}<title>page</title><script type="module" src="/page.js"></script>`);
    const { page } = await site.open('/page.html');
    const outcome = await page.evaluate(() => (globalThis as unknown as { talk(): Promise<Outcome> }).talk());
    await page.close();
    return outcome;
  }

  it('has no worklet beside it', () => {
    assert.deepEqual(
      filesIn(join(path, 'bundled')).filter((name) => name.endsWith('.worklet.js')),
      [],
    );
  });

  it('sends what the microphone hears', async () => {
    assert.deepEqual(await talk("script-src 'self' blob:"), { type: 'input_audio_buffer.append', talking: true });
  });

  it('names worklet-url where its policy forbids blob:, and is not talking', async () => {
    const { code, param, message, talking } = await talk("script-src 'self'");
    assert.deepEqual({ code, param, talking }, { code: 'worklet_missing', param: 'workletUrl', talking: false });
    assert.match(message ?? '', /worklet-url/);
  });
});
