// What hostile input has found, one by one: each of these threw, hung or led astray once.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { vendor } from 'voxreel/dialects/vendor';
import { generic } from 'voxreel/providers/generic';
import { foldConversation, initialConversation, isVoxreelError, transcript } from 'voxreel';
import type { ConversationEvent, VideoDraft, VoxreelError } from 'voxreel';

import { createPlayback } from '../../../src/core/realtime/effects/playback.js';
import { createTrackClock } from '../../../src/core/realtime/effects/track-clock.js';
import { compactLog } from '../../../src/core/realtime/history/compact-log.js';
import { createScrubber } from '../../../src/base/scrubber.js';
import { prepareDraft } from '../../../src/core/drafts/prepare-draft.js';
import { readVideoAnswer } from '../../../src/core/wire/read-answer.js';
import { retryAfterMs } from '../../../src/core/retry.js';
import { readHistory, writeHistory } from '../../../src/core/video/history/history-file.js';
import { jsonText } from '../../../src/elements/realtime-voice/sheets/json-text.js';
import { callText } from '../../../src/elements/realtime-voice/transcript/call-text.js';
import { createFaults } from '../../../src/local/faults.js';
import { exchangeSdp } from '../../../src/local/realtime/call-route.js';
import { createConnection } from '../../../src/local/realtime/connection.js';
import { servedDialects } from '../../../src/local/realtime/dialects.js';
import { createOpenSessions } from '../../../src/local/realtime/open-sessions.js';
import { createRateLimits } from '../../../src/local/realtime/rate-limits.js';
import { createTokens } from '../../../src/local/realtime/tokens.js';
import { collidingNames } from '../../fuzz/colliding-names.js';
import { madeAnew } from '../../fuzz/hostile-json.js';
import { openToldSession } from '../../fuzz/told-session.js';

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const sessionWithTool = () => openToldSession('events', [{ name: 'look', execute: () => 1 }]);

describe('an event of the wire whose fields are of another kind', () => {
  for (const [name, text] of Object.entries({
    'a list of outputs that is none': '{"type":"response.done","response":{"id":"r","output":true}}',
    'an output without an id': '{"type":"response.done","response":{"id":"r","output":[{"id":null}]}}',
    'an item whose id is null': '{"type":"response.output_item.done","item":{"id":null}}',
    'a call whose item is null': '{"type":"response.function_call_arguments.done","item_id":null}',
    'an item that is null': '{"type":"conversation.item.created","item":null}',
    'sound that is null': '{"type":"response.audio.delta","item_id":"i","delta":null}',
    'an error about a number': '{"type":"error","error":{"event_id":1}}',
    'an error whose words are an object': '{"type":"error","error":{"code":{},"message":{"toString":null,"valueOf":null}}}',
  }))
    it(`is accepted, and the conversation continues: ${name}`, async () => {
      const { session, say } = await sessionWithTool();
      const errors: VoxreelError[] = [];
      session.on('error', (error) => errors.push(error));
      say(text);
      for (const { code, message } of errors) assert.deepEqual([typeof code, typeof message], ['string', 'string']);
      say('{"type":"conversation.item.created","item":{"id":"i","type":"message","role":"user","content":[{"type":"text","text":"Hi"}]}}');
      assert.equal(transcript(session.store.get()).at(-1)?.text, 'Hi');
      assert.doesNotThrow(() => session.export('jsonl'));
      session.close();
    });

  for (const field of ['event_id', 'type'])
    it(`reads the same when it comes from a log: a list of lists as its ${field}`, () => {
      const text = { event_id: 'e', type: 'response.text.delta', item_id: 'i', delta: 'There ' };
      const read = (wire: unknown) => vendor.decode?.(JSON.stringify(wire));
      const once = read({ ...text, [field]: [[text[field as 'type']]] });
      const events = once === undefined ? [] : [once].flat();
      const again = events.flatMap((event) => read(event.type === 'unknown' ? event.raw : event) ?? []);
      assert.deepEqual(JSON.parse(JSON.stringify(again)), JSON.parse(JSON.stringify(events)));
    });

  it('is no sound, and no part of one', () => {
    const pushed: unknown[][] = [];
    const speaker = { push: (...given: unknown[]) => pushed.push(given), end: () => {}, hush: () => {} };
    const playback = createPlayback({ speaker: () => speaker as never, format: () => 'pcm16', silenced: () => false });
    const clock = createTrackClock({ clock: () => undefined });
    playback.opened?.({ audio: 'events' } as never, undefined as never);
    for (const text of [
      '{"type":"response.audio.delta","item_id":"i","content_index":{"toString":null},"delta":"AAAA"}',
      '{"type":"response.audio.done","item_id":{"toString":null},"content_index":{"toString":null}}',
      '{"type":"response.content_part.added","item_id":"i","part":{"type":7}}',
    ])
      for (const effect of [playback, clock]) for (const event of [vendor.decode(text)].flat()) effect.event?.(event, undefined as never);
    assert.deepEqual(pushed[0]?.slice(0, 2), ['i', 0]);
  });
});

describe('an end of a response that names none', () => {
  it('ends nothing that no response has brought, however often it comes', () => {
    const events = [
      { type: 'conversation.item.created', item: { id: 'u', type: 'message', role: 'user', status: 'in_progress', content: [] } },
      { type: 'response.created', response: { id: 'r' } },
      { type: 'response.done' },
      { type: 'response.done' },
    ];
    const decoded = events.flatMap((event) => vendor.decode(JSON.stringify(event)));
    const states = decoded.map((_, at) => decoded.slice(0, at + 1).reduce(foldConversation, initialConversation));
    assert.deepEqual(
      states.map((state) => transcript(state)[0]?.status),
      Array.from({ length: 4 }, () => 'in_progress'),
    );
  });
});

describe('a time that cannot be', () => {
  const said = [
    { type: 'response.created', response: { id: 'r' } },
    {
      type: 'conversation.item.created',
      item: { id: 'a', type: 'message', role: 'assistant', content: [{ type: 'audio', transcript: 'Hello there' }] },
    },
    { type: 'response.audio.delta', item_id: 'a', content_index: 0, delta: '', delta_length: 1e308 },
  ];
  for (const [ms, characters] of [
    [-1e308, 0],
    [-5, 0],
    [1e306, 6],
  ] as const)
    for (const type of ['local.heard', 'conversation.item.truncated'])
      it(`is no part of the words: ${type} at ${ms} ms`, () => {
        const events = [
          ...said.flatMap((event) => vendor.decode(JSON.stringify(event))),
          { type, item_id: 'a', content_index: 0, audio_end_ms: ms },
        ];
        const state = (events as ConversationEvent[]).reduce(foldConversation, initialConversation);
        assert.equal(transcript(state)[0]?.heardLength, characters);
      });
});

describe('what is nested too deep to be written', () => {
  it('names no part: a log with it is exported and made compact', async () => {
    const { session, say } = await sessionWithTool();
    const text = `{"type":"response.text.delta","item_id":${deep(20_000)},"content_index":${deep(20_000)},"delta":"x"}`;
    say(text);
    assert.match(session.export('jsonl'), /\n$/);
    session.close();
    const event = [vendor.decode(text)].flat()[0];
    assert.ok(event);
    assert.equal(
      compactLog([
        { at: 0, from: 'server', event },
        { at: 0, from: 'server', event },
      ]).length,
      1,
    );
  });

  it('is marked in a call, and not set in lines that are all indents', () => {
    assert.equal(callText('f', `{"a":${deep(20_000)}}`), 'f(\u2026)');
    const lines = jsonText(`{"a":${deep(3000)}}`);
    assert.ok(lines.length < 10_000, `${lines.length} characters`);
  });
});

describe('a text that is expensive to search', () => {
  it('is searched for tokens in one go', () => {
    const scrubber = createScrubber();
    const text = 'eyJ-'.repeat(250_000);
    assert.equal(scrubber.text(text), text);
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    for (const before of ['', 'a-', 'a.', 'a.b ']) assert.ok(!scrubber.text(`It is ${before}${token}!`).includes('eyJ'));
  });

  for (const [name, text] of Object.entries({
    dots: `${'.'.repeat(300_000)}x`,
    spaces: `say exactly x${' '.repeat(300_000)}y`,
    parentheses: `${'('.repeat(300_000)}1`,
    'a word': 'play '.repeat(60_000),
    exclamation: `repeat after me: ${'!'.repeat(300_000)}x`,
  }))
    it(`is answered by the rehearsal, however long: ${name}`, async () => {
      const { say, said, close } = localSession();
      say({ type: 'session.update', session: { instructions: text } });
      say({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'c', output: text } });
      say({ type: 'response.create' });
      say({ type: 'response.cancel' });
      say({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'text', text }] } });
      say({ type: 'response.create' });
      say({ type: 'response.cancel' });
      const spoken = { type: 'audio', audio: Buffer.alloc(48_000).toString('base64') };
      say({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [spoken] } });
      say({ type: 'response.create' });
      assert.equal(said().filter(({ type }) => type === 'response.created').length, 3);
      close();
    });

  it('is cut where the rehearsal says it, however many functions gave one', async () => {
    const { say, ended, close } = localSession();
    for (let call = 0; call < 100; call++)
      say({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: `c${call}`, output: 'a word '.repeat(200) } });
    say({ type: 'response.create' });
    const { status, output } = await ended();
    assert.equal(status, 'completed');
    assert.equal(output[0]?.content?.[0]?.text?.length, 2000);
    close();
  });
});

interface Told {
  readonly type: string;
  readonly response?: Answer;
}

interface Answer {
  readonly status: string;
  readonly output: readonly { readonly type: string; readonly content?: readonly { readonly text?: string }[] }[];
}

function localSession() {
  const sent: Told[] = [];
  const wire = {
    outlet: { kind: 'events' as const, play() {}, clear: () => 0, bufferedBytes: () => 0 },
    send: (text: string) => void sent.push(JSON.parse(text) as Told),
    close() {},
    cut() {},
  };
  const ticket = { sessionId: 's', model: 'm', session: {}, dialect: servedDialects['vendor'], fault: undefined };
  const connection = createConnection(resources, wire, ticket);
  return {
    say: (event: object) => connection.receiveText(JSON.stringify(event)),
    sayText: (text: string) => connection.receiveText(text),
    said: () => sent,
    /** What the first answer came to. */
    async ended(): Promise<Answer> {
      for (;;) {
        const answer = sent.find(({ type }) => type === 'response.done')?.response;
        if (answer !== undefined) return answer;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    close: () => connection.close(),
  };
}

const resources = {
  synthesizer: { say: async () => ({ samples: new Int16Array(0), sampleRateHz: 16_000, words: [] }), close: async () => {} },
  limits: createRateLimits(),
  pace: { audioRate: 1000, wordMs: 0 },
  sessionLifetimeMs: 60_000,
  transcriptionDelayMs: 0,
};

describe('an event nested too deep to be told back', () => {
  it('is refused by the local service, and the session goes on', () => {
    const { say, sayText, said, close } = localSession();
    const tool = `{"type":"function","name":"look","parameters":{"type":"object","properties":{"at":{"enum":${deep(20_000)}}}}}`;
    sayText(`{"type":"session.update","session":{"tools":[${tool}]}}`);
    assert.equal(said().at(-1)?.type, 'error');
    say({ type: 'session.update', session: { instructions: 'Be brief.' } });
    assert.equal(said().at(-1)?.type, 'session.updated');
    close();
  });
});

describe('names that were chosen to have one hash', () => {
  it('are folded as others are: an item more makes as few objects', () => {
    const names = collidingNames(12).toSorted();
    let state = initialConversation;
    const say = (event: object) => {
      const before = state;
      state = [vendor.decode(JSON.stringify(event))].flat().reduce(foldConversation, state);
      return before;
    };
    const item = (id: string) => ({ id, type: 'message', role: 'user', content: [] });
    for (const id of names) say({ type: 'conversation.item.created', item: item(id) });
    for (const id of names) say({ type: 'response.done', response: { id, status: 'completed', output: [] } });
    for (const event of [
      { type: 'conversation.item.created', item: item(`${names[0]}!`) },
      { type: 'conversation.item.deleted', item_id: names[2000] },
      { type: 'response.done', response: { id: 'r', status: 'completed', output: [] } },
    ]) {
      const before = say(event);
      assert.notEqual(before, state);
      const made = madeAnew([before.entries, before.endedResponses], [state.entries, state.endedResponses]);
      assert.ok(made <= 150, `${made} objects for one event`);
    }
  });
});

describe('the local service', () => {
  it('refuses a part whose type has no words', () => {
    const { say, said, close } = localSession();
    say({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: { toString: null } }] } });
    assert.equal(said().at(-1)?.type, 'error');
    close();
  });

  it('goes on when a tool lists a choice that has no words', async () => {
    const { say, ended, close } = localSession();
    const properties = { city: { type: 'string', enum: [{ toString: null }] } };
    const tool = { type: 'function', name: 'weather', parameters: { type: 'object', properties } };
    say({ type: 'session.update', session: { tools: [tool] } });
    say({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'text', text: 'the weather in Rome' }] },
    });
    say({ type: 'response.create' });
    assert.equal((await ended()).status, 'completed');
    close();
  });

  it('reads no more of a form than an offer may have, whatever length it says', async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 65_536;
        controller.enqueue(new Uint8Array(65_536));
        if (pulled > 20_000_000) controller.close();
      },
    });
    const context = {
      key: 'k',
      vendor: 'vendor',
      faults: createFaults(false),
      tokens: createTokens(),
      tokenLifetimeMs: 1000,
      sessions: createOpenSessions(1),
      resources,
    };
    const headers = { authorization: 'Bearer k', 'content-type': 'multipart/form-data; boundary=x' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const answer = await exchangeSdp(context, new Request('http://local.test/v1/realtime', init));
    assert.equal(answer.status, 400);
    assert.ok(pulled < 1_000_000, `${pulled} bytes were read`);
  });
});

describe('what a service says in a reply', () => {
  it('asks for no wait that a timer cannot take', () => {
    for (const wait of ['99999999999', 'Tue, 01 Jan 2999 00:00:00 GMT'])
      assert.equal(retryAfterMs(new Headers({ 'retry-after': wait })), 86_400_000);
  });

  it('names no task that is a step up in the path', () => {
    for (const id of ['.', '..', '....'])
      assert.equal(readVideoAnswer({ task_id: id, data: id }, 'https://api.example/v1').taskId, undefined);
  });

  it('may be a token with half a character', () => {
    assert.doesNotThrow(() => createScrubber().secret('token_\uD800'));
  });
});

describe('a draft of a page', () => {
  const draft = { model: 'm', prompt: 'p' };
  for (const [name, more] of Object.entries({
    'metadata that is null': { metadata: null },
    'a picture in a list': { image: ['https://a.example/i.png'] },
    'a last picture that is a number': { lastImage: 5 },
    'metadata nested too deep to be written': { metadata: { look: JSON.parse(deep(20_000)) as unknown } },
    'a width without words': { width: { toString: null }, metadata: { look: new Blob(['x']) } },
  }))
    it(`is refused by name: ${name}`, async () => {
      await assert.rejects(
        prepareDraft(generic, { ...draft, ...more } as unknown as VideoDraft),
        (error) => isVoxreelError(error) && error.code === 'invalid_input' && error.param === Object.keys(more)[0],
      );
    });
});

describe('a history', () => {
  it('with a dangerous name in it reads the same when it is written again', () => {
    const task = {
      version: 2,
      id: 'a',
      status: 'failed',
      model: 'm',
      prompt: 'p',
      providerId: 'generic',
      draft: { model: 'm', prompt: 'p', metadata: JSON.parse('{"__proto__":{"x":1}}') as unknown },
      createdAt: 1,
      updatedAt: 1,
      deadlineAt: 1,
      idempotencyKey: 'k',
      outputs: [],
    };
    const read = (history: unknown) => readHistory(JSON.stringify(history), 5).tasks;
    const once = read({ format: 'voxreel-video-history', version: 1, tasks: [task] });
    assert.deepEqual(JSON.stringify(read(writeHistory(once, 5))), JSON.stringify(once));
  });
});
