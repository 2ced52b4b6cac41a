// Barge-in: silence at once, then the server is told what was heard of which item. Knows the speaker and the outbox; never the transcript's words.
import type { HeardPart } from '../../audio/playout-ledger.js';
import type { Speaker } from '../../audio/speaker.js';
import { findItem } from '../../store/conversation-items.js';
import type { ConversationState } from '../../store/conversation-state.js';
import type { Outbox } from '../events/send-queue.js';
import type { Effect, EffectContext } from './effect.js';
import type { TrackClock } from './track-clock.js';

export interface BargeIn extends Effect {
  /** By the user's own doing: also asks the server to stop. Resolves when everything about it was sent. */
  interrupt(context: EffectContext): Promise<void>;
  silenced(responseId: string | undefined): boolean;
}

export interface BargeInOptions {
  readonly speaker: () => Speaker | undefined;
  readonly outbox: Pick<Outbox, 'hold' | 'responding' | 'withdraw'>;
  /** What was heard, where audio is a track whose samples are not ours to count. */
  readonly trackClock: Pick<TrackClock, 'unfinished'>;
  readonly audio: () => 'track' | 'events' | 'none';
  /** The server cuts its own audio: then only silence is ours to make. */
  readonly serverTruncates: () => boolean;
}

/** A server that heard the user stops by itself; one that still sends after this long has to be told. */
const patienceMs = 1000;

export function createBargeIn({ speaker, outbox, trackClock, audio, serverTruncates }: BargeInOptions): BargeIn {
  const silenced = new Map<string, number>();

  const silence = (responseId: string | undefined) => {
    if (responseId === undefined || silenced.has(responseId)) return;
    silenced.set(responseId, Date.now());
    const [oldest] = silenced.keys();
    if (silenced.size > 20 && oldest !== undefined) silenced.delete(oldest);
  };

  /** `before`: the state in which the user had enough. */
  const cut = async (before: ConversationState, context: EffectContext): Promise<void> => {
    const output = speaker();
    if (output === undefined) return;
    silence(before.activeResponseId);
    output.hush(true);
    const onTrack = audio() === 'track';
    const sounding = trackClock.unfinished();
    const release = outbox.hold();
    try {
      const queued = await output.interrupt();
      const parts = onTrack ? await sounding : queued;
      if (context.signal.aborted || serverTruncates()) return;
      for (const part of parts) tellHeard(part, context);
      if (onTrack) return;
      for (const id of unheardItems(before, parts)) context.send({ type: 'conversation.item.delete', item_id: id });
    } finally {
      release();
    }
  };

  return {
    event(event, context) {
      if (event.type === 'input_audio_buffer.speech_started') void cut(context.get(), context);
      if (event.type !== 'response.audio.delta' || event.response_id === undefined) return;
      const since = silenced.get(event.response_id);
      if (since === undefined || Date.now() - since < patienceMs) return;
      silenced.set(event.response_id, Number.POSITIVE_INFINITY);
      context.send({ type: 'response.cancel' });
    },
    async interrupt(context) {
      const before = context.get();
      outbox.withdraw();
      // A server that holds its own sound back may be done answering and still be speaking.
      if (outbox.responding || serverTruncates()) context.send({ type: 'response.cancel' });
      await cut(before, context);
    },
    silenced: (responseId) => responseId !== undefined && silenced.has(responseId),
  };
}

/** Truncating at 0 ms is an error of real servers: what nobody heard is deleted. */
function tellHeard({ itemId, contentIndex, heardMs, receivedMs, ended }: HeardPart, { send, dispatch }: EffectContext): void {
  const endMs = Math.floor(Math.min(heardMs, receivedMs));
  if (endMs <= 0) return send({ type: 'conversation.item.delete', item_id: itemId });
  if (ended && receivedMs - heardMs < 1) return;
  dispatch({ type: 'local.heard', item_id: itemId, content_index: contentIndex, audio_end_ms: endMs });
  send({ type: 'conversation.item.truncate', item_id: itemId, content_index: contentIndex, audio_end_ms: endMs });
}

/** Spoken items of the answer that no sample has come of: nobody heard them. */
function unheardItems(state: ConversationState, parts: readonly HeardPart[]): readonly string[] {
  const { activeResponseId, live } = state;
  if (activeResponseId === undefined) return [];
  return live.flatMap(({ id }) => {
    const item = findItem(state, id);
    const silent = item?.responseId === activeResponseId && item.parts.some(({ type, audioMs }) => type === 'audio' && audioMs === 0);
    return silent && !parts.some(({ itemId }) => itemId === id) ? [id] : [];
  });
}
