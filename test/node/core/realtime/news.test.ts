// When a model hears what became of a call that has returned long ago: once it is quiet, together, and never after the end.
import assert from 'node:assert/strict';
import { beforeEach, describe, it, mock } from 'node:test';

import { initialConversation } from 'voxreel';
import type { ClientEvent, ConversationState } from 'voxreel';

import type { EffectContext, EffectWire } from '../../../../src/core/realtime/effects/effect.js';
import { createNews } from '../../../../src/core/realtime/effects/news.js';

const wire: EffectWire = { transport: 't', audio: 'none', recorded: false, stats: async () => ({}) };

/** Longer than any pause. */
const longMs = 5000;

describe('news for the model', () => {
  let isAtRest = true;
  let state: ConversationState = initialConversation;
  let sent: ClientEvent[] = [];
  const context: EffectContext = {
    send: (event) => void sent.push(event),
    dispatch: () => {},
    get state() {
      return state;
    },
  };
  const texts = () =>
    sent.flatMap((event) => (event.type === 'conversation.item.create' ? (event.item.content ?? []).map(({ text }) => text) : []));

  beforeEach(() => {
    isAtRest = true;
    state = initialConversation;
    sent = [];
    mock.timers.reset();
    mock.timers.enable({ apis: ['setInterval'] });
  });

  it('waits until there was quiet for a moment, and asks for one answer to all of it', () => {
    const news = createNews(() => isAtRest);
    news.opened?.(wire, context);
    isAtRest = false;
    news.tell('One.', context);
    mock.timers.tick(longMs);
    assert.deepEqual(sent, []);
    isAtRest = true;
    news.tell('Two.', context);
    mock.timers.tick(250);
    isAtRest = false;
    mock.timers.tick(250);
    isAtRest = true;
    mock.timers.tick(500);
    assert.deepEqual(sent, [], 'a pause is no quiet');
    mock.timers.tick(250);
    assert.deepEqual(texts(), ['One.', 'Two.']);
    assert.deepEqual(
      sent.map(({ type }) => type),
      ['conversation.item.create', 'response.create'],
    );
    mock.timers.tick(longMs);
    assert.equal(sent.length, 2);
  });

  for (const [what, speaking] of [
    ['the user speaks', { speech: { active: true, startedMs: 0, stoppedMs: undefined } }],
    ['an answer is being made', { activeResponseId: 'r' }],
    ['an answer sounds', { soundingId: 'r' }],
  ] as const)
    it(`says nothing while ${what}`, () => {
      const news = createNews(() => true);
      news.opened?.(wire, context);
      state = { ...initialConversation, ...speaking };
      news.tell('One.', context);
      mock.timers.tick(longMs);
      assert.deepEqual(sent, []);
      state = initialConversation;
      mock.timers.tick(longMs);
      assert.deepEqual(texts(), ['One.']);
    });

  it('keeps it for the next connection, drops it at the end, and tells a recording nothing', () => {
    const news = createNews(() => true);
    news.tell('Before.', context);
    mock.timers.tick(longMs);
    assert.deepEqual(sent, []);
    news.opened?.({ ...wire, recorded: true }, context);
    mock.timers.tick(longMs);
    assert.deepEqual(sent, []);
    news.lost?.(context);
    news.opened?.(wire, context);
    news.lost?.(context);
    mock.timers.tick(longMs);
    assert.deepEqual(sent, []);
    news.opened?.(wire, context);
    mock.timers.tick(longMs);
    assert.deepEqual(texts(), ['Before.']);
    news.tell('Late.', context);
    news.close?.();
    news.opened?.(wire, context);
    mock.timers.tick(longMs);
    assert.deepEqual(texts(), ['Before.']);
  });
});
