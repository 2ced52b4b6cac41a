// What authors of services read answers and write paths with.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { fromBase64, percentAt, readingOf, segments, toBase64, voiceConversation, type VoiceWire } from 'voxreel/services';

const words = { busy: 'processing', done: 'succeeded', broken: 'failed', stopped: 'cancelled' } as const;
const outputs = [{ url: 'https://cdn.example/v.mp4' }];
const complaint = { code: 'moderated', message: 'No.' };

describe('the reading of a task by its word', () => {
  const read = (word: string | undefined, more = {}) => readingOf('t1', words, { word, outputs, complaint, progress: 0.5, ...more });

  it('has what belongs to the status, and nothing else', () => {
    assert.deepEqual(read('busy'), { taskId: 't1', status: 'processing', statusWord: 'busy', progress: 0.5, outputs: [] });
    assert.deepEqual(read('done'), { taskId: 't1', status: 'succeeded', progress: 1, outputs });
    assert.deepEqual(read('broken').error, { ...complaint, param: undefined });
    assert.equal(read('stopped').error?.code, 'cancelled');
  });

  it('has failed when it ended without a video', () => assert.equal(read('done', { outputs: [] }).error?.code, 'no_result'));

  it('asks again about a word that nobody knows, such as one of every object', () => {
    for (const word of ['dreaming', 'constructor', undefined]) assert.equal(read(word).status, 'unknown');
  });
});

describe('small readers', () => {
  it('make a fraction of a percentage', () => {
    assert.deepEqual(
      [{ at: 40 }, { at: '7' }, { at: 140 }, { at: -1 }, { at: 'x' }, {}].map((body) => percentAt(body, 'at')),
      [0.4, 0.07, 1, 0, undefined, undefined],
    );
  });

  it('keep a path below where it stands', () => {
    assert.equal(segments('fal-ai/kling video/v2'), 'fal-ai/kling%20video/v2');
    assert.throws(() => segments('fal-ai/../keys'), { code: 'invalid_input' });
  });

  it('read Base64', () => assert.deepEqual([...fromBase64(toBase64(Uint8Array.of(1, 2, 255, 0)))], [1, 2, 255, 0]));
});

describe('a voice wire', () => {
  /** Reads bytes and closing times through itself, as an object with methods does. */
  const wire = (more: Partial<VoiceWire>): VoiceWire => ({
    opening: [],
    sound: (audio) => [{ begin: true }, { audio }],
    ask: () => undefined,
    remember: () => [],
    result: () => [],
    hear: () => undefined,
    ...more,
  });
  const open = (more: Partial<VoiceWire>) => voiceConversation('Acme', { model: 'm', session: {}, audio: 'events' }, () => wire(more));

  it('hears frames that have no type, and leaves those it does not know to the log', () => {
    const heard: unknown[] = [];
    const conversation = open({
      hear(type, frame) {
        heard.push([type, frame]);
        return 'known' in frame ? { send: [{ pong: true }] } : undefined;
      },
    });
    assert.deepEqual(conversation.decode('{"known":1}'), { events: [], send: [{ pong: true }] });
    assert.deepEqual(conversation.decode('{"other":1}').events, [{ type: 'unknown', unknownType: '', raw: { other: 1 } }]);
    assert.deepEqual(heard[0], ['', { known: 1 }]);
  });

  it('asks for no answer to a call that its maker has taken back, and for the next one again', () => {
    const conversation = voiceConversation('Acme', { model: 'm', session: {}, audio: 'events' }, (line) =>
      wire({
        ask: () => [{ answer: true }],
        result: () => [{ result: true }],
        hear(type) {
          if (type === 'call') return { events: [...line.turns.call({ id: 'c1', name: 'weather', arguments: '{}' }), ...line.turns.end()] };
          line.forget(['c1', 'never-made']);
          return {};
        },
      }),
    );
    const output = { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'c1', output: '{}' } } as const;
    const asked = () => conversation.encode({ type: 'response.create' }).send;
    conversation.decode('{"type":"call"}');
    conversation.decode('{"type":"back"}');
    assert.deepEqual(conversation.encode(output).send, []);
    assert.deepEqual([asked(), asked()], [undefined, [{ answer: true }]]);
  });

  it('sends as many frames for a piece of sound as it takes', () => {
    assert.deepEqual(open({}).encode({ type: 'input_audio_buffer.append', audio: 'AAAA' }).send, [{ begin: true }, { audio: 'AAAA' }]);
  });

  it('says when its maker will close, and reads bytes as a method of its own', () => {
    const conversation = open({
      closesInMs: 7,
      hearBytes(this: VoiceWire, bytes) {
        return { send: this.sound(toBase64(bytes)) };
      },
    });
    assert.equal(conversation.closesInMs, 7);
    assert.deepEqual(conversation.decode(Uint8Array.of(0, 0, 0)), { events: [], send: [{ begin: true }, { audio: 'AAAA' }] });
  });
});
