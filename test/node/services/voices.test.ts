// What a page hears of every voice service: each on a socket to its judge, in turns, interrupted, with a tool, broken off and refused.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import fc from 'fast-check';

import { hearsFrame, sayFrames } from './makers-frames.js';
import { scriptedWire, type MakersConnection, type ScriptedWire } from './scripted-wire.js';
import { voiceJudges } from './voice-judges.js';
import { openLine, type Said, type VoiceLine } from './voice-line.js';

const soundOf = (length: number, seed: number): string =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (at * seed) % 251)).toString('base64');
const microphone = soundOf(960, 7);
const voice = soundOf(1440, 11);

interface Response {
  readonly id: string;
  readonly status: string;
}
const responseIn = (event: Said): Response => event['response'] as Response;
for (const judge of voiceJudges) {
  describe(`${judge.id}, played by ${judge.played}`, { timeout: 240_000 }, () => {
    let maker: ScriptedWire;
    let count = 0;
    const lines: VoiceLine[] = [];

    before(async () => {
      maker = await scriptedWire();
      maker.answer = (request) => ({ status: 200, body: judge.answer?.(request.url ?? '', maker.url) ?? {} });
    });
    after(async () => {
      for (const line of lines) line.close();
      await maker.close();
    });

    /** A page that is connected, and the maker's end of it. */
    async function talk(): Promise<readonly [VoiceLine, MakersConnection]> {
      const at = count++;
      const opened = openLine(judge.service(maker.url), judge.model, judge.session);
      const connection = await maker.connection(at);
      const line = await opened;
      lines.push(line);
      sayFrames(connection, judge.hello);
      await hearsFrame(connection, judge.opening);
      assert.equal(line.heard.length, 0, 'nothing before the maker is ready');
      sayFrames(connection, judge.ready);
      const created = await line.hear('session.created');
      assert.equal((created['session'] as Said)['model'], judge.model);
      return [line, connection];
    }

    async function answered(line: VoiceLine): Promise<Response> {
      const created = responseIn(await line.hear('response.created'));
      const done = responseIn(await line.hear('response.done'));
      assert.equal(done.id, created.id);
      return done;
    }

    it('connects with the key, and says the session first', async () => {
      const [, connection] = await talk();
      const { path, header } = judge.handshake;
      assert.equal(connection.url, path);
      if (header !== undefined) assert.equal(connection.headers[header[0]], header[1]);
    });

    it('hears the user, answers in words and sound, and ends', async () => {
      const [line, connection] = await talk();
      line.say({ type: 'input_audio_buffer.append', audio: microphone });
      await connection.hears((frame) => judge.soundIn(frame) === microphone);
      sayFrames(connection, judge.user('What is the weather?'));
      sayFrames(connection, judge.answers('It is warm.', voice));
      const done = await answered(line);
      assert.equal(done.status, 'completed');
      const heard = await line.hear('conversation.item.input_audio_transcription.completed');
      assert.equal(heard['transcript'], 'What is the weather?');
      const item = (await line.hear('input_audio_buffer.committed'))['item_id'];
      assert.equal(heard['item_id'], item);
      const sound = line.heard.filter(({ type }) => type === 'response.audio.delta').map(({ delta }) => delta);
      assert.deepEqual(sound, [voice]);
      assert.equal((await line.hear('response.audio_transcript.done'))['transcript'], 'It is warm.');
      assert.ok(line.heard.every(({ event_id: id, type }) => typeof id === 'string' || type === 'unknown'));
      assert.deepEqual(
        line.heard.filter(({ type }) => type === 'unknown' || type === 'error'),
        [],
      );
    });

    it('reports an interruption, and agrees to what was heard', async () => {
      const [line, connection] = await talk();
      sayFrames(connection, judge.user('Tell me a story'));
      sayFrames(connection, judge.begins('Once upon a time', voice));
      const audio = await line.hear('response.audio.delta');
      const before = line.heard.filter(({ type }) => type === 'input_audio_buffer.speech_started').length;
      sayFrames(connection, judge.interrupts);
      assert.equal((await answered(line)).status, 'cancelled');
      const started = line.heard.filter(({ type }) => type === 'input_audio_buffer.speech_started');
      assert.ok(started.length > before, 'the page hears that the user speaks');
      const item_id = String(audio['item_id']);
      line.say({ type: 'conversation.item.truncate', item_id, content_index: 0, audio_end_ms: 20 });
      const { content_index, audio_end_ms, ...cut } = await line.hear('conversation.item.truncated');
      assert.deepEqual([cut['item_id'], content_index, audio_end_ms], [item_id, 0, 20]);
      sayFrames(connection, judge.user('Shorter'));
      sayFrames(connection, judge.answers('The end.', voice));
      assert.equal((await answered(line)).status, 'completed');
    });

    it('calls a tool of the page, and goes on with its result', async () => {
      const [line, connection] = await talk();
      const call = { id: 'call_7', name: 'weather', arguments: '{"place":"Rome"}' };
      sayFrames(connection, judge.user('What is the weather in Rome?'));
      sayFrames(connection, judge.calls(call));
      const asked = await line.hear('response.function_call_arguments.done');
      assert.deepEqual([asked['call_id'], asked['name'], asked['arguments']], [call.id, call.name, call.arguments]);
      assert.equal((await answered(line)).status, 'completed');
      line.say({
        type: 'conversation.item.create',
        item: { id: 'out_1', type: 'function_call_output', call_id: call.id, output: '{"warm":true}' },
      });
      assert.equal(((await line.hear('conversation.item.created'))['item'] as Said)['id'] !== undefined, true);
      line.say({ type: 'response.create' });
      await hearsFrame(connection, judge.result(call, '{"warm":true}'));
      sayFrames(connection, judge.answers('It is warm in Rome.', voice));
      assert.equal((await answered(line)).status, 'completed');
      assert.ok(line.heard.some(({ type, item }) => type === 'conversation.item.created' && (item as Said)['id'] === 'out_1'));
    });

    it('answers what is written', async () => {
      assert.ok(judge.written !== undefined);
      const [line, connection] = await talk();
      line.say({
        type: 'conversation.item.create',
        item: { id: 'written_1', type: 'message', role: 'user', content: [{ type: 'text', text: 'Hello' }] },
      });
      assert.equal(((await line.hear('conversation.item.created'))['item'] as Said)['id'], 'written_1');
      line.say({ type: 'response.create' });
      for (const frame of judge.written('Hello')) await hearsFrame(connection, frame);
      sayFrames(connection, judge.answers('Hello!', voice));
      assert.equal((await answered(line)).status, 'completed');
    });

    it('ends with the maker, and begins again where the maker can', async () => {
      const [line, connection] = await talk();
      connection.close(1011, 'gone');
      assert.equal(await line.closed, 1011);
      const { resume } = line.conversation;
      assert.equal(resume !== undefined, judge.resumed !== undefined);
      if (judge.resumed === undefined) return;
      const at = count++;
      const again = await openLine(judge.service(maker.url), judge.model, judge.session, resume);
      lines.push(again);
      const second = await maker.connection(at);
      await hearsFrame(second, judge.resumed.opening);
      sayFrames(second, judge.resumed.ready);
      await again.hear('session.created');
    });

    it('gives up no handle while something would be lost', async () => {
      const [line, connection] = await talk();
      sayFrames(connection, judge.begins('Once', voice));
      await line.hear('response.audio.delta');
      assert.equal(line.conversation.resume, undefined);
    });

    it('is refused with the maker’s status', async () => {
      const { refuse } = maker;
      maker.refuse = { status: 401, body: '{"message":"No such key."}' };
      await assert.rejects(openLine(judge.service(maker.url), judge.model, judge.session), /401/);
      maker.refuse = refuse;
    });

    it('crashes on no frame', async () => {
      const conversation = judge
        .service('http://127.0.0.1:9')
        .realtime?.open?.({ model: judge.model, session: judge.session, audio: 'events' });
      assert.ok(conversation !== undefined);
      const real = [
        judge.hello ?? [],
        judge.ready,
        judge.user('a'),
        judge.answers('b', voice),
        judge.interrupts,
        judge.calls({ id: 'c', name: 'd', arguments: '{}' }),
      ].flat();
      const types = real.map((frame) => (frame as { readonly type?: string }).type ?? '');
      const garbage = fc.oneof(
        fc.string(),
        fc.uint8Array(),
        fc.json(),
        fc
          .record({
            type: fc.constantFrom(...types),
            session: fc.jsonValue(),
            item: fc.jsonValue(),
            response: fc.jsonValue(),
            event: fc.jsonValue(),
          })
          .map((one) => JSON.stringify(one)),
        fc
          .tuple(fc.constantFrom(...real), fc.nat(400))
          .map(([frame, at]) => (frame instanceof Uint8Array ? frame.subarray(0, at) : JSON.stringify(frame).slice(0, at))),
      );
      fc.assert(
        fc.property(garbage, (frame) => {
          const { events } = conversation.decode(frame);
          assert.ok(events.every(({ type }) => typeof type === 'string'));
        }),
        { numRuns: 300 },
      );
    });

    it('shows its key in no event', async () => {
      const [line, connection] = await talk();
      sayFrames(connection, judge.user('Hello'));
      sayFrames(connection, judge.answers('Hello!', voice));
      await answered(line);
      for (const { heard } of lines) assert.ok(!JSON.stringify(heard).includes(judge.key));
    });
  });
}
