// Which sound reaches the speaker: what the wire carries in events, of answers that nobody has interrupted.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { initialConversation } from 'voxreel';
import type { Transport } from 'voxreel';

import { toBase64 } from '../../../../src/base/base64.js';
import type { Speaker } from '../../../../src/core/audio/speaker.js';
import type { ServerEvent } from '../../../../src/core/dialects/dialect.js';
import { createPlayback, type PlaybackOptions } from '../../../../src/core/realtime/effects/playback.js';

const sound = toBase64(new Uint8Array(8));
const context = { send() {}, dispatch() {}, state: initialConversation };

function playing(more: Partial<PlaybackOptions> = {}, audio: Transport['audio'] = 'events') {
  const heard: string[] = [];
  const speaker = {
    push: (id: string, at: number, samples: Float32Array, rateHz: number) => heard.push(`push ${id} ${at} ${samples.length} at ${rateHz}`),
    end: (id: string, at: number) => heard.push(`end ${id} ${at}`),
    hush: (silent: boolean) => heard.push(`hush ${silent}`),
  } as unknown as Speaker;
  const silenced = new Set<string | undefined>();
  const playback = createPlayback({ speaker: () => speaker, format: () => 'pcm16', silenced: (id) => silenced.has(id), ...more });
  const open = (by: Transport['audio']) =>
    playback.opened?.({ transport: 'w', audio: by, recorded: false, stats: async () => ({}) }, context);
  open(audio);
  return {
    silenced,
    open,
    lost: () => playback.lost?.(context),
    /** What the speaker was given because of it. */
    say(type: string, fields: object = {}) {
      playback.event?.({ type, response_id: 'r', item_id: 'a', content_index: 0, ...fields } as unknown as ServerEvent, context);
      return heard.splice(0);
    },
  };
}

describe('sound of an answer', () => {
  it('is played as it comes, in its format, and ends with its part', () => {
    const { say } = playing();
    assert.deepEqual(say('response.created'), ['hush false']);
    assert.deepEqual(say('response.audio.delta', { delta: sound }), ['push a 0 4 at 24000']);
    assert.deepEqual(say('response.audio.delta', { delta: sound, content_index: 1 }), ['push a 1 4 at 24000']);
    assert.deepEqual(say('response.audio.done'), ['end a 0']);
    assert.deepEqual(say('response.audio.done'), []);
    assert.deepEqual(say('response.audio.done', { content_index: 1 }), ['end a 1']);
    assert.deepEqual(playing({ format: () => 'g711_ulaw' }).say('response.audio.delta', { delta: sound }), ['push a 0 8 at 8000']);
  });

  it('has the rate of its wire, where that is another', () => {
    assert.deepEqual(playing({ rateHz: () => 16_000 }).say('response.audio.delta', { delta: sound }), ['push a 0 4 at 16000']);
    assert.deepEqual(playing({ rateHz: () => undefined }).say('response.audio.delta', { delta: sound }), ['push a 0 4 at 24000']);
  });

  it('ends with the answer where the server does not say so itself', () => {
    const { say } = playing();
    say('response.audio.delta', { delta: sound });
    say('response.audio.delta', { delta: sound, item_id: 'b' });
    assert.deepEqual(say('response.text.delta', { delta: 'words' }), []);
    assert.deepEqual(say('response.done'), ['end a 0', 'end b 0']);
    assert.deepEqual(say('response.done'), []);
  });

  it('that the user had enough of is neither played nor ended', () => {
    const { say, silenced } = playing();
    say('response.audio.delta', { delta: sound });
    silenced.add('r');
    assert.deepEqual(say('response.audio.delta', { delta: sound }), []);
    assert.deepEqual(say('response.audio.delta', { delta: sound, item_id: 'b' }), []);
    assert.deepEqual(say('response.audio.done'), []);
    assert.deepEqual(say('response.audio.done', { item_id: 'b' }), []);
  });

  it('of no item, or that is none, is not played', () => {
    const { say } = playing();
    assert.deepEqual(say('response.audio.delta', { delta: sound, item_id: undefined }), []);
    assert.deepEqual(say('response.audio.delta', { delta: 7 }), []);
    assert.deepEqual(say('response.audio.done', { item_id: undefined }), []);
    assert.deepEqual(say('response.done'), []);
  });

  it('is played by nobody where there is no speaker', () => {
    const { say } = playing({ speaker: () => undefined });
    for (const type of ['response.created', 'response.audio.delta', 'response.audio.done'])
      assert.deepEqual(say(type, { delta: sound }), []);
  });
});

it('on a wire without sound, or none at all, the speaker is left alone', () => {
  const { say, open, lost } = playing({}, 'none');
  assert.deepEqual(say('response.created'), []);
  assert.deepEqual(say('response.audio.delta', { delta: sound }), []);
  open('track');
  assert.deepEqual(say('response.created'), ['hush false']);
  lost();
  assert.deepEqual(say('response.created'), []);
});
