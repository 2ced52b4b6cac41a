// A visitor who talks: from <realtime-voice> in a real Chromium through the gateway to a maker's stub and back, by ear, and that the key is nowhere.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer-core';
import { createGateway, jsonLog } from 'voxreel/server';
import { serve } from 'voxreel/server/node';

import { writingsOf } from '../../../src/base/key-writings.js';
import type { RealtimeVoice } from '../../../src/elements/realtime-voice/realtime-voice.js';
import { hearAnswer, hearSilence, openPage, press, waitForText, writeMicrophone, type Problem } from '../spoken-page.js';
import { hearsFrame, sayFrames } from './makers-frames.js';
import { packedPages, type PackedPages } from './packed-pages.js';
import { everything } from './page-suite.js';
import type { PageVoice } from './page-voice.js';
import { scriptedWire, type MakersConnection, type ScriptedWire } from './scripted-wire.js';
import type { Frames } from './voice-judge.js';

/** How a page reaches its maker: by the gateway's relay, or itself, with a token and this dialect. */
export type Way = 'relay' | { readonly dialect: string };

const script = `
  import 'voxreel/define';
  import { dialects, transcript } from 'voxreel';
  const given = new URLSearchParams(location.search);
  if (given.has('dialect')) dialects.use((await import('voxreel/dialects/gemini-live')).geminiLive);
  const element = document.createElement('realtime-voice');
  Object.assign(element, {
    baseUrl: given.get('base') ?? location.origin,
    tokenUrl: location.origin + '/v1/realtime/sessions',
    dialect: given.get('dialect') ?? undefined,
    model: given.get('model'),
    transport: 'websocket',
    instructions: 'Be brief.',
    tools: [
      {
        name: 'weather',
        description: 'The weather of a place.',
        parameters: { type: 'object', properties: { place: { type: 'string' } } },
        execute: () => ({ warm: true }),
      },
    ],
  });
  document.body.append(element);
  globalThis.said = () => transcript(element.session.store.get());`;

interface PageScope {
  said(): readonly { readonly role: string; readonly text: string; readonly cut: boolean }[];
}

/** A tone that is heard as speech is: 24,000 samples a second, or what else the maker has. */
const tone = (seconds: number): string =>
  Buffer.from(
    Int16Array.from({ length: seconds * 24_000 }, (_, at) => 12_000 * Math.sin((at * 2 * Math.PI * 300) / 24_000)).buffer,
  ).toString('base64');

/** Ids of the maker's answers and items, another for each turn of a conversation. */
const ofTurn = (frames: Frames, turn: number): Frames =>
  frames.map((frame) =>
    frame instanceof Uint8Array
      ? frame
      : (JSON.parse(JSON.stringify(frame), (_, value: unknown) =>
          typeof value === 'string' && /^(?:resp|item|reply|fc|del)_\d$/.test(value) ? `${value}_${turn}` : value,
        ) as object),
  );

export function voicePageSuite(judge: PageVoice, way: Way = 'relay'): void {
  const isDirect = way !== 'relay';
  describe(`${judge.id} on a page${isDirect ? ', with a token' : ''}`, { timeout: 180_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'voxreel-voice-'));
    const problems: Problem[] = [];
    /** What the gateway logged, and what reached the page. */
    const traces: string[] = [];
    /** What the page said on its sockets. */
    const sent: string[] = [];
    let maker: ScriptedWire;
    let pages: PackedPages;
    let served: Awaited<ReturnType<typeof serve>>;
    let browser: Browser;
    let page: Page;
    let connection: MakersConnection;
    let connections = 0;
    let turn = 0;

    const say = (frames: Frames) => sayFrames(connection, ofTurn(frames, turn));
    const takes = async (isOpening = judge.isOpening, ready = judge.ready): Promise<void> => {
      connection = await maker.connection(connections++);
      sayFrames(connection, judge.hello);
      await connection.hears(isOpening);
      sayFrames(connection, ready);
    };
    const isOpen = () =>
      page.waitForFunction(() => document.querySelector<RealtimeVoice>('realtime-voice')?.session?.phase === 'open', { timeout: 120_000 });
    /** Speech that nobody wrote down has no words. */
    const lines = () => page.evaluate(() => (globalThis as unknown as PageScope).said().flatMap(({ text }) => text || []));
    const answers = async (words: string): Promise<void> => {
      turn += 1;
      say(judge.answers(words, tone(1)));
      await waitForText(page, new RegExp(words.replace('.', '\\.')));
    };

    before(async () => {
      maker = await scriptedWire();
      maker.answer = (request) => {
        const path = request.url ?? '';
        if (path.endsWith('/auth_tokens')) return { status: 200, body: { name: `auth_tokens/t${connections}` } };
        return { status: 200, body: judge.answer?.(path, maker.url) ?? {} };
      };
      pages = packedPages('Talk', script);
      const gateway = createGateway({
        services: [judge.service(maker.url)],
        secret: 'a long random text of the site',
        authorize: () => ({ id: 'ann' }),
        origins: [],
        privateAddresses: true,
        log: jsonLog((line) => traces.push(line)),
        logUser: 'plain',
      });
      served = await serve(gateway, { port: 0, pages: (request) => pages.answer(request) });
      const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as {
        findChromium(options: { readonly microphone: string }): Promise<LaunchOptions>;
      };
      browser = await puppeteer.launch(await findChromium({ microphone: await writeMicrophone(folder) }));
      page = await openPage(browser, problems);
      page.on('response', (response) => {
        if (new URL(response.url()).pathname.startsWith('/v1/'))
          void response.text().then(
            (text) => traces.push(text),
            () => undefined,
          );
      });
      const session = await page.createCDPSession();
      await session.send('Network.enable');
      session.on('Network.webSocketFrameReceived', ({ response }) => traces.push(response.payloadData));
      session.on('Network.webSocketFrameSent', ({ response }) => sent.push(response.payloadData));
      // The socket may be a worker's.
      page.on('workercreated', ({ client }) => {
        client.on('Network.webSocketFrameReceived', ({ response }) => traces.push(response.payloadData));
        client.on('Network.webSocketFrameSent', ({ response }) => sent.push(response.payloadData));
        client.send('Network.enable').catch(() => undefined);
      });
      const query = new URLSearchParams({ model: judge.model, ...(isDirect ? { base: maker.url, dialect: way.dialect } : {}) });
      await page.goto(`${served.url}/?${query}`);
      await press(page, 'Talk');
      await takes();
      await isOpen();
    });
    after(async () => {
      await browser?.close();
      await served?.close();
      await maker?.close();
      pages?.remove();
      rmSync(folder, { recursive: true });
    });

    it('hears what is said, and is heard', async () => {
      await connection.hears((frame) => new Set(Buffer.from(judge.soundIn(frame) ?? '', 'base64')).size > 50);
      turn += 1;
      say(judge.user('What can you hear?'));
      say(judge.answers('Your voice.', tone(2)));
      await hearAnswer(page);
      await waitForText(page, /What can you hear\?[^]*Your voice\./);
      await hearSilence(page);
    });

    it('falls silent when it is interrupted, and keeps what was heard', async () => {
      turn += 1;
      say(judge.begins('Once upon a time', tone(20)));
      await hearAnswer(page);
      say(judge.interrupts);
      await judge.agrees?.(connection);
      await page.waitForFunction(
        () => (globalThis as unknown as PageScope).said().some(({ text, cut }) => text.startsWith('Once') && cut),
        { timeout: 120_000 },
      );
      await hearSilence(page);
      const [cut] = sent.flatMap((frame) =>
        frame.includes('conversation.item.truncate') ? [JSON.parse(frame) as { audio_end_ms: number }] : [],
      );
      // Gemini's own protocol has no word for it.
      if (!isDirect) assert.ok(cut !== undefined && cut.audio_end_ms < 20_000, JSON.stringify(cut));
    });

    it('runs a tool of the page', async () => {
      turn += 1;
      const call = { id: 'call_7', name: 'weather', arguments: '{"place":"Rome"}' };
      say(judge.user('What is the weather in Rome?'));
      say(judge.calls(call));
      await hearsFrame(connection, judge.result(call, '{"warm":true}'));
      await answers('It is warm in Rome.');
    });

    const { resumed, leaves } = judge;
    if (resumed !== undefined && leaves !== undefined)
      it('moves when its maker goes away, and tells nothing again', async () => {
        const told = await lines();
        say(leaves);
        await takes(resumed.isOpening, resumed.ready);
        assert.deepEqual(
          connection.received.filter((frame) => !resumed.isOpening(frame) && judge.soundIn(frame) === undefined),
          [],
        );
        await answers('Here again.');
        assert.deepEqual(await lines(), [...told, 'Here again.']);
      });

    it('goes on after the connection was lost', async () => {
      const told = await lines();
      connection.cut();
      await (resumed === undefined ? takes() : takes(resumed.isOpening, resumed.ready));
      await isOpen();
      await answers('Where were we?');
      assert.deepEqual(await lines(), [...told, 'Where were we?']);
    });

    it('has no key, no code of the services, and no errors', async () => {
      await press(page, 'Hang up');
      const shown = await page.evaluate(everything);
      const forms = judge.service(maker.url).secrets.flatMap(writingsOf);
      assert.ok(forms.some((form) => form.includes(judge.key)) && shown.includes('part="transcript') && traces.length > 5);
      const texts = [...traces, ...sent, shown];
      assert.deepEqual(
        texts.filter((text) => forms.some((form) => text.includes(form))),
        [],
      );
      const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
      const foreign = isDirect ? /\/dist\/server\// : /\/dist\/(?:server|services)\//;
      assert.deepEqual(
        loaded.filter((path) => foreign.test(path)),
        [],
      );
      assert.deepEqual(problems, []);
    });
  });
}
