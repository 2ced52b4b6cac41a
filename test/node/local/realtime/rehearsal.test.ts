// What the local service says: fixed rules for text, tools chosen by words, speech measured or played back.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import type { SessionConfig } from 'voxreel';

import { workOut } from '../../../../src/local/realtime/arithmetic.js';
import type { StoredItem } from '../../../../src/local/realtime/conversation.js';
import { rehearse } from '../../../../src/local/realtime/rehearsal.js';
import type { RehearsalOutput } from '../../../../src/local/realtime/rehearsal.js';
import { createSessionState } from '../../../../src/local/realtime/session-state.js';
import { chooseCalls } from '../../../../src/local/realtime/tool-choice.js';
import { toneSamples } from './talker.js';

const now = new Date('2026-03-04T15:06:00Z');

const settingsOf = (initial: SessionConfig) => createSessionState({ id: 's', model: 'm', expiresAt: 0, initial }).settings;

const typed = (text: string, role: 'user' | 'assistant' = 'user'): StoredItem => ({
  id: text,
  type: 'message',
  role,
  status: 'completed',
  parts: [{ type: 'text', text, audioMs: 0 }],
});

const spoken = (samples: Int16Array): StoredItem => ({
  id: 'spoken',
  type: 'message',
  role: 'user',
  status: 'completed',
  parts: [{ type: 'audio', text: '', samples, audioMs: samples.length / 24 }],
});

const answerTo = (items: readonly StoredItem[], initial: SessionConfig = {}): RehearsalOutput[] =>
  rehearse({ items, settings: settingsOf(initial), now });

function said(items: readonly StoredItem[], initial: SessionConfig = {}): string {
  const [output] = answerTo(items, initial);
  assert.equal(output?.type, 'say');
  return output.text;
}

describe('the rehearsal', () => {
  for (const [asked, expected] of [
    ['Hello there', /^Hello!/],
    ['What can you do?', /no AI model/],
    ['Are you a human?', /no AI model/],
    ['Which time is it? what time', 'It is 15:06 in universal time.'],
    ['What day is it today?', /^Today is Wednesday,? 4 March 2026\.$/],
    ['Repeat after me: the cat sat', 'the cat sat'],
    ['Count to 4', '1, 2, 3, 4.'],
    ['count from 3 to 1', '3, 2, 1.'],
    ['(2 + 3) * 4', '(2 + 3) * 4 is 20.'],
    ['what is seven', /I follow fixed rules/],
    ['Translate this', /cannot translate/],
    ['Write code', /```ts/],
    ['thanks', 'You are welcome.'],
  ] as const)
    it(`answers "${asked}"`, () => {
      const text = said([typed(asked)]);
      if (typeof expected === 'string') assert.equal(text, expected);
      else assert.match(text, expected);
    });

  it('states its instructions when asked, and says exactly what they demand', () => {
    assert.equal(said([typed('What are your instructions?')], { instructions: 'Be kind.' }), 'My instructions are: Be kind.');
    assert.equal(said([], { instructions: 'Say exactly: "Good day."' }), 'Good day.');
  });

  it('tells the conversation so far', () => {
    const items = [typed('Hi'), typed('Hello!', 'assistant'), typed('What have we said so far?')];
    assert.equal(said(items), 'So far: You wrote "Hi". I said "Hello!".');
  });

  it('tells a story long enough to interrupt', () => {
    assert.ok(said([typed('Tell me a long story')]).split(' ').length > 120);
  });

  it('measures speech and plays it back when asked to', () => {
    const recording = spoken(toneSamples(2, 300));
    assert.equal(said([recording]), 'I heard 2 seconds of speech at minus 15 decibels. I measure sound, not words.');
    assert.match(said([spoken(new Int16Array(24_000))]), /nothing loud enough/);
    const asked = [typed('Please play back what I say'), recording];
    assert.deepEqual(answerTo(asked)[0], {
      type: 'play',
      samples: recording.parts[0]?.samples,
      text: '[2.0 s, your own voice played back]',
    });
    assert.equal(answerTo([...asked, typed('stop playing that'), recording])[0]?.type, 'say');
    assert.equal(answerTo([recording], { instructions: 'Be an echo.' })[0]?.type, 'play');
  });

  it('reads the outputs of tools', () => {
    const call: StoredItem = {
      id: 'c',
      type: 'function_call',
      status: 'completed',
      parts: [],
      callId: 'k',
      name: 'get_time',
      arguments: '{}',
    };
    const output: StoredItem = {
      id: 'o',
      type: 'function_call_output',
      status: 'completed',
      parts: [],
      callId: 'k',
      output: '{"now":"noon"}',
    };
    assert.equal(said([call, output]), 'get time answered: now noon.');
    assert.equal(said([call, { ...output, output: 'It is noon.' }]), 'get time answered: It is noon.');
  });
});

describe('choice of tools', () => {
  const light = {
    type: 'function' as const,
    name: 'set_light',
    description: 'Switches the lamp of a room on or off and sets its brightness.',
    parameters: {
      type: 'object',
      properties: {
        room: { type: 'string', enum: ['kitchen', 'bedroom'] },
        brightness: { type: 'integer' },
        on: { type: 'boolean' },
      },
      required: ['room', 'on'],
    },
  };
  const search = {
    type: 'function' as const,
    name: 'searchDocuments',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string' }, limit: { type: 'number', default: 5 } },
      required: ['query', 'limit'],
    },
  };

  it('fills enums, numbers and switches from the words', () => {
    assert.deepEqual(chooseCalls('Turn off the light in the bedroom', [light, search], false), [
      { name: 'set_light', arguments: { room: 'bedroom', on: false } },
    ]);
    assert.deepEqual(chooseCalls('Set the light in the kitchen to 40', [light], false), [
      { name: 'set_light', arguments: { room: 'kitchen', brightness: 40, on: false } },
    ]);
  });

  it('takes a name with slashes whole', () => {
    const clock = {
      type: 'function' as const,
      name: 'local_time',
      parameters: { type: 'object', properties: { time_zone: { type: 'string' } }, required: ['time_zone'] },
    };
    assert.deepEqual(chooseCalls('What is the local time in America/New_York?', [clock], false), [
      { name: 'local_time', arguments: { time_zone: 'America/New_York' } },
    ]);
  });

  it('takes quoted words before all others, and defaults where there is nothing', () => {
    assert.deepEqual(chooseCalls('search the documents for "red fox"', [light, search], false), [
      { name: 'searchDocuments', arguments: { query: 'red fox', limit: 5 } },
    ]);
  });

  it('calls nothing that was not asked for, unless it must', () => {
    assert.deepEqual(chooseCalls('hello', [light, search], false), []);
    assert.deepEqual(chooseCalls('hello', [light], true), [{ name: 'set_light', arguments: { room: 'kitchen', on: false } }]);
  });
});

describe('a tool that makes something from a description', () => {
  const make = {
    type: 'function' as const,
    name: 'make_video',
    description: 'Makes a video from a description.',
    parameters: {
      type: 'object',
      properties: {
        prompt: { type: 'string' },
        model: { type: 'string', enum: ['vidu-q2', 'kling-v2'] },
        duration: { type: 'number', description: 'Length in seconds.', enum: [4, 8] },
        seed: { type: 'integer', description: 'The same seed makes the same video.' },
        size: { type: 'string', pattern: '^[0-9]+x[0-9]+$' },
      },
      required: ['prompt'],
    },
  };
  const status = {
    type: 'function' as const,
    name: 'video_status',
    description: 'Tells how far a video is: ready, still under way, or failed.',
    parameters: { type: 'object', properties: { video: { type: 'string', description: 'The id of the video.' } } },
  };

  for (const [asked, args] of [
    ['make a video of a paper boat at dusk', { prompt: 'a paper boat at dusk' }],
    ['Make a video of a paper boat at dusk.', { prompt: 'a paper boat at dusk' }],
    ['Please make me an 8 second video of 3 cats and a dog', { prompt: '3 cats and a dog', duration: 8 }],
    ['Could you create a video with vidu-q2 showing Paris, seed 7', { prompt: 'vidu-q2 showing Paris, seed 7', model: 'vidu-q2', seed: 7 }],
  ] as const)
    it(`takes from "${asked}" what is described and what is named`, () =>
      assert.deepEqual(chooseCalls(asked, [make, status], false), [{ name: 'make_video', arguments: args }]));

  it('is not called where one asks about what it has made, and nobody is taken to say an id', () =>
    assert.deepEqual(chooseCalls('Is the video of Paris ready?', [make, status], false), [{ name: 'video_status', arguments: {} }]));

  it('and what it says of itself is said, as is what the page has to tell', () => {
    const output = { id: 'o', type: 'function_call_output' as const, status: 'completed' as const, parts: [], callId: 'k' };
    assert.equal(said([{ ...output, output: '{"message":"It is being made.","video":"x1"}' }]), 'It is being made.');
    const news: StoredItem = { ...typed('The video "a boat" is ready. (x1)'), role: 'system' };
    assert.equal(said([typed('hello'), news]), 'The video "a boat" is ready.');
  });
});

describe('spoken words', () => {
  it('are answered as typed ones where they were recognized', () => {
    const item = spoken(toneSamples(1, 440));
    const [part] = item.parts;
    assert.ok(part);
    part.words = 'Count to 4';
    assert.equal(said([item]), '1, 2, 3, 4.');
  });
});

describe('sums', () => {
  for (const [text, value] of [
    ['2 + 2', 4],
    ['what is 3 times 4 plus 1?', 13],
    ['10 divided by 4', 2.5],
    ['2 ^ 3 ^ 2', 512],
    ['-3 * (4 - 6)', 6],
    ['7 − 10', -3],
  ] as const)
    it(`${text} is ${value}`, () => assert.equal(workOut(text)?.value, value));

  it('finds none where there is none, and none that is broken', () => {
    for (const text of ['no sum', 'room 12', '2026-11-20T10', '(2 + 3']) assert.equal(workOut(text), undefined, text);
    assert.equal(workOut('1 / 0')?.value, Infinity);
  });
});
