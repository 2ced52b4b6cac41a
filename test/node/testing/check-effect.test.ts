// The effect check: silent for what is right, and in words about what is wrong.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { checkEffect } from 'voxreel/testing';
import type { Effect, EffectFactory } from 'voxreel';

/** Counts words and says when the call was long: as a newcomer writes one. */
const counting: EffectFactory = () => {
  let words = 0;
  return {
    event(event, { send }) {
      if (event.type !== 'response.audio_transcript.done') return;
      words += (event.transcript ?? '').split(' ').length;
      if (words > 1000) send({ type: 'response.cancel' });
    },
    close() {
      words = 0;
    },
  };
};

const finds = async (effect: Effect | Record<string, unknown>, words: RegExp) =>
  assert.match((await checkEffect(() => ({ ...effect }))).join('\n'), words);

describe('checkEffect', () => {
  it('finds nothing wrong with a newcomer', async () => assert.deepEqual(await checkEffect(counting), []));

  it('finds nothing wrong with an effect that hears nothing', async () => assert.deepEqual(await checkEffect(() => ({})), []));

  it('leads it through two calls, one of them with a wire that was lost', async () => {
    const heard: string[] = [];
    const findings = await checkEffect(
      () => ({
        opened: ({ audio }) => void heard.push(`opened ${audio}`),
        lost: () => void heard.push('lost'),
        close: () => void heard.push('close'),
      }),
      { events: [] },
    );
    assert.deepEqual(findings, []);
    const first = ['opened events', 'lost', 'opened none', 'lost', 'close', 'close'];
    assert.deepEqual(heard, [...first, 'opened track', 'lost', 'close', 'close']);
  });

  it('says in words what is wrong', async () => {
    const one: Effect = {};
    assert.match((await checkEffect(() => one)).join(), /same object twice/);
    assert.match((await checkEffect({} as never)).join(), /is a function/);
    assert.match((await checkEffect(() => undefined as never)).join(), /gives no object/);
    await finds({ event: 'x' }, /^event: is no function/);
    await finds({ onEvent: () => {} }, /onEvent: there is no such member/);
    await finds({ opened: ({ transport }) => assert.equal(transport, 'x') }, /opened\(\) throws/);
    await finds({ event: (event) => void (event as { item: { id: string } }).item.id }, /event\(\) of \S+ throws/);
    await finds({ lost: () => Promise.reject(new Error('late')) as never }, /lost\(\) rejects: late/);
    await finds({ event: (_, { state }) => void Object.assign(state, { more: 1 }) }, /throws: .*more/);
    await finds({ opened: (_, { send }) => send({ type: 'response.creat' } as never) }, /`response.creat` is no client event/);
    await finds({ opened: (_, { send }) => send({ type: 'conversation.item.delete' } as never) }, /delete: item_id/);
    await finds({ opened: (_, { dispatch }) => dispatch({ type: 'mine' } as never) }, /`mine` changes nothing/);
    const flood: Effect['opened'] = (_, { send }) => {
      for (let at = 0; at < 60; at++) send({ type: 'response.cancel' });
    };
    await finds({ opened: flood }, /sends 60 events/);
  });
});
