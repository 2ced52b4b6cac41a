// What the gateway promises of every service of conversations, over every one: a page that speaks the documents' words, the relay, and the maker.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { writingsOf } from '../../../src/base/key-writings.js';
import { hearsFrame, sayFrames } from './makers-frames.js';
import { talkThrough, type PageSocket, type RelayedTalk, type Said } from './relayed-service.js';
import { scriptedWire, type MakersConnection, type ScriptedWire } from './scripted-wire.js';
import { voiceJudges } from './voice-judges.js';

/** 40 ms of a tone, as the documents have sound: 24,000 samples a second. */
const samples = Int16Array.from({ length: 960 }, (_, at) => Math.round(8000 * Math.sin((at * 2 * Math.PI * 440) / 24_000)));
const tone = Buffer.from(samples.buffer).toString('base64');

const bytesIn = (base64: unknown): number => Buffer.from(String(base64), 'base64').length;
const statusOf = (event: Said): unknown => (event['response'] as Said)['status'];

for (const judge of voiceJudges) {
  describe(`${judge.id} through the relay`, { timeout: 240_000 }, () => {
    let maker: ScriptedWire;
    let site: RelayedTalk;
    let count = 0;
    const pages: PageSocket[] = [];

    before(async () => {
      maker = await scriptedWire();
      maker.answer = (request) => ({ status: 200, body: judge.answer?.(request.url ?? '', maker.url) ?? {} });
      site = await talkThrough(judge.service(maker.url), judge.model);
    });
    after(async () => {
      for (const page of pages) page.close();
      await site.close();
      await maker.close();
    });

    async function taken(opening = judge.named?.(site.userId) ?? judge.opening, ready = judge.ready): Promise<MakersConnection> {
      const connection = await maker.connection(count++);
      sayFrames(connection, judge.hello);
      await hearsFrame(connection, opening);
      sayFrames(connection, ready);
      return connection;
    }

    async function talk(): Promise<readonly [PageSocket, MakersConnection]> {
      const page = await site.open();
      pages.push(page);
      page.say({ type: 'session.update', session: judge.session });
      const connection = await taken();
      await page.hear('session.created');
      return [page, connection];
    }

    it('carries a conversation: a turn, an interruption, a tool', async () => {
      const [page, connection] = await talk();
      page.say({ type: 'input_audio_buffer.append', audio: tone });
      await connection.hears((frame) => bytesIn(judge.soundIn(frame) ?? '') > 0);
      sayFrames(connection, judge.user('What is the weather?'));
      sayFrames(connection, judge.answers('It is warm.', tone));
      assert.equal(statusOf(await page.hear('response.done')), 'completed');
      const sound = await page.hear('response.audio.delta');
      assert.ok(bytesIn(sound['delta']) > 0);
      assert.equal((await page.hear('conversation.item.input_audio_transcription.completed'))['transcript'], 'What is the weather?');

      sayFrames(connection, judge.begins('And tomorrow', tone));
      await page.hear('response.audio.delta');
      sayFrames(connection, judge.interrupts);
      assert.equal(statusOf(await page.hear('response.done')), 'cancelled');
      page.say({ type: 'conversation.item.truncate', item_id: sound['item_id'], content_index: 0, audio_end_ms: 10 });
      await page.hear('conversation.item.truncated');

      const call = { id: 'call_7', name: 'weather', arguments: '{"place":"Rome"}' };
      sayFrames(connection, judge.calls(call));
      assert.equal((await page.hear('response.function_call_arguments.done'))['call_id'], call.id);
      await page.hear('response.done');
      page.say({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: call.id, output: '{"warm":true}' } });
      page.say({ type: 'response.create' });
      await hearsFrame(connection, judge.result(call, '{"warm":true}'));
      sayFrames(connection, judge.answers('It is warm in Rome.', tone));
      assert.equal(statusOf(await page.hear('response.done')), 'completed');
    });

    it('loses a connection, or goes on over a new one', async () => {
      const [page, connection] = await talk();
      if (judge.resumed === undefined) {
        connection.close(1011, 'gone');
        assert.equal((await page.closed)[0], 1011);
        return;
      }
      connection.cut();
      const second = await taken(judge.resumed.opening, judge.resumed.ready);
      sayFrames(second, judge.answers('Where were we?', tone));
      assert.equal(statusOf(await page.hear('response.done')), 'completed');
    });

    it('tells the page that the key is refused, and not which', async () => {
      maker.refuse = { status: 401, body: `{"message":"Not ${judge.key}"}` };
      const page = await site.open();
      pages.push(page);
      page.say({ type: 'session.update', session: judge.session });
      const { error } = await page.hear('error');
      assert.ok((error as Said)['code'] !== undefined);
      assert.equal((await page.closed)[0], 1008);
      maker.refuse = undefined;
    });

    it('lets its key out nowhere', () => {
      const seen = JSON.stringify([pages.map(({ heard }) => heard), site.log, site.gateway.metrics()]);
      assert.ok(seen.includes('response.done'));
      for (const written of writingsOf(judge.key)) assert.ok(!seen.includes(written));
    });
  });
}
