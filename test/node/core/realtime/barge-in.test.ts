// Who is interrupted by what: silence first, then words to the server, each answer for itself.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { foldConversation, initialConversation } from 'voxreel';
import type { ConversationEvent, EffectWire, Transport } from 'voxreel';

import type { HeardPart } from '../../../../src/core/audio/playout-ledger.js';
import type { Speaker } from '../../../../src/core/audio/speaker.js';
import type { ServerEvent } from '../../../../src/core/dialects/dialect.js';
import { createBargeIn } from '../../../../src/core/realtime/effects/barge-in.js';

let events = 0;
const said = (event: object) => ({ event_id: `e${++events}`, ...event }) as unknown as ServerEvent;
const wireOf = (audio: Transport['audio']): EffectWire => ({ transport: 'w', audio, recorded: false, stats: async () => ({}) });
const heardPart = (itemId: string, heardMs: number, receivedMs = 1000, ended = false): HeardPart => ({
  itemId,
  contentIndex: 1,
  heardMs,
  receivedMs,
  ended,
});

interface Setting {
  readonly audio?: Transport['audio'];
  readonly parts?: readonly HeardPart[];
  readonly onTrack?: readonly HeardPart[];
  readonly responding?: boolean;
  readonly playing?: boolean;
  readonly speaks?: boolean;
  readonly serverTruncates?: (audio: Transport['audio']) => boolean;
}

function call({ audio = 'events', parts = [], onTrack = [], speaks = true, ...more }: Setting = {}) {
  const { responding = false, playing = false, serverTruncates } = more;
  let state = initialConversation;
  const happened: string[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let released = () => {};
  const cut = new Promise<void>((resolve) => (released = resolve));
  const speaker = {
    playing,
    hush: (silent: boolean) => void happened.push(`hush ${silent}`),
    interrupt: () => answered.then(() => parts),
  } as unknown as Speaker;
  const bargeIn = createBargeIn({
    speaker: () => (speaks ? speaker : undefined),
    queue: {
      hold: () => (happened.push('hold'), () => (happened.push('release'), released())),
      responding,
      withdraw: () => void happened.push('withdraw'),
    },
    trackClock: { unfinished: async () => onTrack },
    dialect: serverTruncates === undefined ? {} : { serverTruncates },
  });
  const context = {
    dispatch(event: ConversationEvent) {
      if (event.type === 'local.heard') happened.push(`heard ${event.item_id} ${event.content_index} ${event.audio_end_ms}`);
      state = foldConversation(state, event);
    },
    send(event: object) {
      const { type, item_id, content_index, audio_end_ms } = event as Record<string, unknown>;
      happened.push(
        [type, item_id, content_index, audio_end_ms]
          .filter((word) => word !== undefined)
          .map(String)
          .join(' '),
      );
    },
    get state() {
      return state;
    },
  };
  bargeIn.opened?.(wireOf(audio), context);
  return {
    bargeIn,
    context,
    fold: (...events: object[]) => events.forEach((event) => void (state = foldConversation(state, said(event)))),
    hear: (event: object) => bargeIn.event?.(said(event), context),
    /** The speaker is silent now. */
    async silent() {
      answer();
      await cut;
    },
    news: () => happened.splice(0),
  };
}

const speechStarted = { type: 'input_audio_buffer.speech_started' };
const soundOf = (id: string) => ({ type: 'response.audio.delta', response_id: id, item_id: 'a', delta: '' });

describe('when the user speaks', () => {
  it('the speaker is silent at once; the queue waits until the server knows what was heard', async () => {
    const { hear, silent, news } = call({ parts: [heardPart('a', 400)] });
    hear({ type: 'input_audio_buffer.speech_stopped' });
    assert.deepEqual(news(), []);
    hear(speechStarted);
    assert.deepEqual(news(), ['hush true', 'hold']);
    await silent();
    assert.deepEqual(news(), ['heard a 1 400', 'conversation.item.truncate a 1 400', 'release']);
  });

  it('without a speaker there is nothing to silence', () => {
    const { hear, news } = call({ speaks: false });
    hear(speechStarted);
    assert.deepEqual(news(), []);
  });

  for (const [what, part, expected] of [
    ['nothing was heard of is deleted', heardPart('a', 0.9), ['conversation.item.delete a']],
    ['was heard to its end is left alone', heardPart('a', 999.5, 1000, true), []],
    ['was heard up to now, and is not over, is cut', heardPart('a', 999.5), ['heard a 1 999', 'conversation.item.truncate a 1 999']],
    ['is over, but was not all heard, is cut', heardPart('a', 999, 1000, true), ['heard a 1 999', 'conversation.item.truncate a 1 999']],
    ['more was heard of than came is cut at what came', heardPart('a', 1500), ['heard a 1 1000', 'conversation.item.truncate a 1 1000']],
  ] as const)
    it(`a part that ${what}`, async () => {
      const { hear, silent, news } = call({ parts: [part] });
      hear(speechStarted);
      await silent();
      assert.deepEqual(news().slice(2, -1), expected);
    });

  it('a server that cuts its own sound over this kind of wire hears nothing of it', async () => {
    for (const [audio, expected] of [
      ['events', ['heard a 1 400', 'conversation.item.truncate a 1 400']],
      ['track', []],
    ] as const) {
      const parts = [heardPart('a', 400)];
      const { hear, silent, news } = call({ audio, parts, onTrack: parts, serverTruncates: (by) => by === 'track' });
      hear(speechStarted);
      await silent();
      assert.deepEqual(news().slice(2, -1), expected);
    }
  });

  it('what was heard of a track is measured by the clock, and no item is deleted', async () => {
    const { hear, fold, silent, news } = call({ audio: 'track', parts: [heardPart('queued', 9)], onTrack: [heardPart('a', 400)] });
    fold(
      { type: 'response.created', response: { id: 'r' } },
      { type: 'response.output_item.added', response_id: 'r', item: { id: 'b', type: 'message', role: 'assistant' } },
      { type: 'response.content_part.added', item_id: 'b', content_index: 0, part: { type: 'audio' } },
    );
    hear(speechStarted);
    await silent();
    assert.deepEqual(news().slice(2, -1), ['heard a 1 400', 'conversation.item.truncate a 1 400']);
  });

  it('only spoken items of this answer that no sound has come of are deleted', async () => {
    const { hear, fold, silent, news } = call({ parts: [heardPart('known', 0)] });
    const added = (id: string, response: string, type: string) =>
      fold(
        { type: 'response.output_item.added', response_id: response, item: { id, type: 'message', role: 'assistant' } },
        { type: 'response.content_part.added', item_id: id, content_index: 0, part: { type } },
      );
    fold({ type: 'response.created', response: { id: 'r' } });
    added('known', 'r', 'audio');
    added('silent', 'r', 'audio');
    fold({ type: 'response.content_part.added', item_id: 'silent', content_index: 1, part: { type: 'text' } });
    added('written', 'r', 'text');
    added('other', 'another', 'audio');
    added('sounding', 'r', 'audio');
    fold({ type: 'response.audio.delta', response_id: 'r', item_id: 'sounding', content_index: 0, delta: 'AAAA' });
    hear(speechStarted);
    await silent();
    assert.deepEqual(news().slice(2, -1), ['conversation.item.delete known', 'conversation.item.delete silent']);
  });

  it('after the answer is over nothing is deleted for want of sound', async () => {
    const { hear, fold, silent, news } = call();
    fold(
      { type: 'response.output_item.added', item: { id: 'b', type: 'message', role: 'assistant' } },
      { type: 'response.content_part.added', item_id: 'b', content_index: 0, part: { type: 'audio' } },
    );
    hear(speechStarted);
    await silent();
    assert.deepEqual(news(), ['hush true', 'hold', 'release']);
  });

  it('what ends after the call did is reported to nobody', async () => {
    const { hear, bargeIn, silent, news } = call({ parts: [heardPart('a', 400)] });
    hear(speechStarted);
    bargeIn.close?.();
    await silent();
    assert.deepEqual(news(), ['hush true', 'hold', 'release']);
  });
});

describe('at the user’s request', () => {
  it('what waits is withdrawn, and an answer under way is cancelled', () => {
    for (const [setting, expected] of [
      [{}, ['withdraw', 'hush true', 'hold']],
      [{ responding: true }, ['withdraw', 'response.cancel', 'hush true', 'hold']],
      [{ serverTruncates: () => true }, ['withdraw', 'response.cancel', 'hush true', 'hold']],
      [{ serverTruncates: () => false }, ['withdraw', 'hush true', 'hold']],
    ] as const) {
      const { bargeIn, context, news } = call(setting);
      bargeIn.interrupt(context);
      assert.deepEqual(news(), expected);
    }
  });

  it('a turn interrupts what is asked for, being made or still playing, and nothing else', () => {
    for (const [setting, interrupts] of [
      [{}, false],
      [{ speaks: false }, false],
      [{ playing: true }, true],
      [{ responding: true }, true],
    ] as const) {
      const { bargeIn, context, news } = call(setting);
      bargeIn.takeTurn(context);
      assert.equal(news().includes('withdraw'), interrupts, JSON.stringify(setting));
    }
  });

  it('a wire that is lost cuts nothing itself', () => {
    const { bargeIn, context, news } = call({ audio: 'track', serverTruncates: (audio) => audio === 'track' });
    bargeIn.lost?.(context);
    bargeIn.interrupt(context);
    assert.deepEqual(news(), ['withdraw', 'hush true', 'hold']);
  });
});

describe('an answer the user had enough of', () => {
  const interrupted = (...ids: string[]) => {
    const made = call();
    for (const id of ids) {
      made.fold({ type: 'response.created', response: { id } });
      made.hear(speechStarted);
    }
    made.news();
    return made;
  };

  it('is silent from then on; others are not', () => {
    const { bargeIn } = interrupted('r');
    assert.deepEqual(
      ['r', 'another', undefined].map((id) => bargeIn.silenced(id)),
      [true, false, false],
    );
    const idle = call();
    idle.hear(speechStarted);
    assert.equal(idle.bargeIn.silenced(undefined), false);
  });

  it('is one of the last twenty', () => {
    const ids = Array.from({ length: 21 }, (_, at) => `r${at}`);
    const { bargeIn } = interrupted(...ids.slice(0, 20));
    assert.ok(ids.slice(0, 20).every((id) => bargeIn.silenced(id)));
    const more = interrupted(...ids);
    assert.deepEqual(
      ids.map((id) => more.bargeIn.silenced(id)),
      [false, ...Array.from({ length: 20 }, () => true)],
    );
  });

  it('is cancelled once, where its sound still comes a second later, counted from the first time', (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: 50_000 });
    const { hear, news } = interrupted('r');
    context.mock.timers.setTime(50_500);
    hear(speechStarted);
    news();
    context.mock.timers.setTime(50_999);
    hear(soundOf('r'));
    hear({ ...soundOf('r'), type: 'response.text.delta' });
    assert.deepEqual(news(), []);
    context.mock.timers.setTime(51_000);
    hear({ ...soundOf('r'), type: 'response.text.delta' });
    hear(soundOf('another'));
    assert.deepEqual(news(), []);
    hear(soundOf('r'));
    context.mock.timers.setTime(99_000);
    hear(soundOf('r'));
    assert.deepEqual(news(), ['response.cancel']);
  });
});
