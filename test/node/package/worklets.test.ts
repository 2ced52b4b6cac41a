// A page bundled by esbuild, which copies neither worklet nor worker: its microphone is heard all the same, and where the policy forbids that the error says what to do.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { build } from 'esbuild';

import { openSite, type Site } from './in-browser.js';
import { emptyFolder, filesIn, pack, projectWith } from './packed.js';

/** Resolves with the first thing the microphone leads to: audio on the wire, or a refusal. `early`: it is opened before the wire. */
const entry = `
  import { createRealtimeSession } from 'voxreel';

  const wire = { bufferedBytes: 0, maxMessageBytes: 1e6, send() {}, close() {} };
  const transport = { id: 'silent', audio: 'events', needsToken: false, open: async () => wire };
  const { getUserMedia } = navigator.mediaDevices;
  const { addModule } = AudioWorklet.prototype;
  globalThis.dial = () => createRealtimeSession({ baseUrl: '/', model: 'm', getToken: async () => 't', transports: ['websocket'], reconnect: false })
    .connect()
    .catch(({ code }) => code);
  globalThis.talk = async (early) => {
    let track;
    let tooSoon = false;
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia.call(navigator.mediaDevices, constraints);
      [track] = stream.getAudioTracks();
      return stream;
    };
    AudioWorklet.prototype.addModule = function (url) {
      tooSoon ||= session.phase === 'open' && session.talking;
      return addModule.call(this, url);
    };
    const session = createRealtimeSession({ baseUrl: '/', model: 'm', getToken: async () => '', transports: [transport] });
    const { promise, resolve } = Promise.withResolvers();
    const state = () => ({ talking: session.talking, tooSoon, track: track?.readyState });
    const refused = ({ code, param, message }) => resolve({ code, param, message, ...state() });
    session.on('sent', ({ type }) => type === 'input_audio_buffer.append' && resolve({ type, ...state() }));
    session.on('error', (error) => error.message.startsWith('capture') && refused(error));
    if (!early) await session.connect();
    session.setMicrophone(true).then(() => early && session.connect(), refused);
    return promise.finally(() => session.close());
  };`;

/** In parts, or, by default, one script without an address of its own. */
const formats = ['esm', 'iife'] as const;
type Format = (typeof formats)[number];

interface Outcome {
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
  readonly message?: string;
  readonly talking: boolean;
  /** It said that it was, before its worklet was there. */
  readonly tooSoon: boolean;
  readonly track: string;
}

describe('a page bundled by esbuild', { timeout: 240_000 }, () => {
  const { path, remove } = emptyFolder();
  let site: Site;
  before(async () => {
    projectWith(pack(path), path);
    writeFileSync(join(path, 'page.mjs'), entry);
    for (const format of formats)
      await build({
        absWorkingDir: path,
        entryPoints: ['page.mjs'],
        outdir: `bundled/${format}`,
        logLevel: 'silent',
        bundle: true,
        splitting: format === 'esm',
        format,
        minify: true,
        target: 'es2022',
      });
    site = await openSite(join(path, 'bundled'));
  });
  after(async () => {
    await site?.close();
    remove();
  });

  async function openPage(policy: string, format: Format) {
    const head = `<meta http-equiv="Content-Security-Policy" content="${policy}"><link rel="icon" href="data:,">`;
    site.pages.set('/page.html', `<!doctype html>${head}<title>page</title><script type="module" src="/${format}/page.js"></script>`);
    return site.open('/page.html');
  }

  async function talk(policy: string, { format = 'esm', early = false }: { format?: Format; early?: boolean } = {}): Promise<Outcome> {
    const { page } = await openPage(policy, format);
    const outcome = await page.evaluate(
      (early) => (globalThis as unknown as { talk(early: boolean): Promise<Outcome> }).talk(early),
      early,
    );
    await page.close();
    return outcome;
  }

  it('has no worklet beside it', () => {
    assert.deepEqual(
      filesIn(join(path, 'bundled')).filter((name) => name.endsWith('.worklet.js')),
      [],
    );
  });

  const live = { type: 'input_audio_buffer.append', talking: true, tooSoon: false, track: 'live' };

  for (const format of formats)
    it(`sends what the microphone hears, and is talking no sooner, as ${format}`, async () => {
      assert.deepEqual(await talk("script-src 'self' blob:", { format }), live);
    });

  for (const format of formats)
    it(`has the worker for its sound from a blob: too, as ${format}`, async () => {
      const { page } = await openPage("script-src 'self' blob:", format);
      const workers: string[] = [];
      page.on('workercreated', (worker) => workers.push(worker.url()));
      // There is no service: the worker says so.
      assert.equal(await page.evaluate(() => (globalThis as unknown as { dial(): Promise<string> }).dial()), 'connection_failed');
      assert.match(workers.at(-1) ?? '', /^blob:/);
      await page.close();
    });

  for (const early of [false, true])
    it(`names worklet-url where its policy forbids blob:, and closes a microphone opened ${early ? 'before' : 'after'} the connection`, async () => {
      const { message, ...outcome } = await talk("script-src 'self'", { early });
      assert.deepEqual(outcome, { code: 'worklet_missing', param: 'workletUrl', talking: false, tooSoon: false, track: 'ended' });
      assert.match(message ?? '', /worklet-url/);
    });
});
