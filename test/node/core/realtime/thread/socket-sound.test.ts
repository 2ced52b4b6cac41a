// What a worker does with the sound in a connection's events: which of it is played, and when it is silenced.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';

import type { Player } from '../../../../../src/core/audio/player.js';
import type { ServerEvent } from '../../../../../src/core/dialects/dialect.js';
import { createSocketSound } from '../../../../../src/core/realtime/thread/socket-sound.js';
import type { WorkerPlayer } from '../../../../../src/core/realtime/thread/worker-player.js';

describe('the sound of a connection in a worker', () => {
  let played: string[];
  let cuts: (string | undefined)[];
  let reports: number;
  let hasSpeaker: boolean;
  beforeEach(() => {
    [played, cuts, reports, hasSpeaker] = [[], [], 0, true];
  });

  const made = () => {
    const player = {
      push: (itemId: string, _: number, samples: Float32Array, rateHz: number) => played.push(`${itemId} ${samples.length} ${rateHz}`),
      end: (itemId: string) => played.push(`${itemId} ends`),
    } as unknown as Player;
    const worker: Partial<WorkerPlayer> = {
      get current() {
        return hasSpeaker ? player : undefined;
      },
      silenced: (responseId) => cuts.includes(responseId),
      cut: (responseId) => -cuts.push(responseId),
      report: () => void reports++,
    };
    return createSocketSound(worker as WorkerPlayer);
  };
  const created = (id: string): ServerEvent => ({ type: 'response.created', event_id: 'c', response: { id } });
  const done = (id: string | undefined): ServerEvent => ({ type: 'response.done', event_id: 'd', response: { id } });
  const delta = (response_id: string): ServerEvent => ({
    type: 'response.audio.delta',
    event_id: 'a',
    response_id,
    item_id: `of ${response_id}`,
    content_index: 0,
    delta: 'AAAA',
  });
  const speech = { type: 'input_audio_buffer.speech_started', event_id: 's' } as ServerEvent;
  const session = (type: 'created' | 'updated', fields: unknown): ServerEvent =>
    ({ type: `session.${type}`, event_id: 'u', session: fields }) as ServerEvent;

  it('is silenced as the user speaks, under the number of the player, and that answer is played no more', () => {
    const sound = made();
    sound.begin('g711_ulaw');
    sound.play([created('r'), delta('r')]);
    assert.equal(sound.cutBy([delta('r'), done('r')]), undefined);
    assert.equal(sound.cutBy([delta('r'), speech]), -1);
    assert.deepEqual(cuts, ['r']);
    sound.play([delta('r'), speech, created('q'), delta('q')]);
    assert.deepEqual(played, ['of r 3 8000', 'of q 3 8000']);
    assert.equal(reports, 2);
  });

  it('is neither played nor silenced before it is asked for, nor where the page plays it', () => {
    const sound = made();
    sound.play([created('r'), delta('r')]);
    assert.equal(sound.cutBy([speech]), undefined);
    sound.begin('pcm16');
    sound.begin(undefined);
    sound.play([delta('r')]);
    assert.equal(sound.cutBy([speech]), undefined);
    sound.begin('pcm16');
    hasSpeaker = false;
    sound.play([delta('r')]);
    assert.deepEqual([played, cuts], [[], []]);
  });

  it('knows the answer that the service is making', () => {
    const sound = made();
    const ids = [created('r'), done('before'), done('r'), created('q'), done(undefined)].map((event) => {
      sound.play([event]);
      return sound.responseId;
    });
    assert.deepEqual(ids, ['r', 'r', undefined, 'q', undefined]);
    const nameless = (type: 'response.created' | 'response.done') => ({ type, event_id: 'n' }) as ServerEvent;
    sound.play([created('r'), nameless('response.done')]);
    assert.equal(sound.responseId, undefined);
    sound.play([created('r'), nameless('response.created')]);
    assert.equal(sound.responseId, undefined);
  });

  it('has the format that the service says, or else the one that the page gave', () => {
    const sound = made();
    const heard = (...events: readonly ServerEvent[]) => {
      sound.play([...events, delta('r')]);
      return played.pop();
    };
    sound.begin('g711_alaw');
    assert.equal(heard(), 'of r 3 8000');
    assert.equal(heard(session('created', { output_audio_format: 'pcm16' })), 'of r 1 24000');
    assert.equal(heard(session('updated', { output_audio_format: 'g711_ulaw' })), 'of r 3 8000');
    assert.equal(heard(...[{}, 'broken', null, undefined].map((fields) => session('updated', fields))), 'of r 3 8000');
    assert.equal(heard(session('updated', { output_audio_format: 'opus' })), 'of r 1 24000');
  });
});
