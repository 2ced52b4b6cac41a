// Barge-in: silence at once, then the server learns what was heard of which item.
import type { HeardPart } from '../../audio/playout-ledger.js';
import type { Speaker } from '../../audio/speaker.js';
import type { Dialect } from '../../dialects/dialect.js';
import { findItem } from '../../store/conversation-items.js';
import type { ConversationState } from '../../store/conversation-state.js';
import type { Transport } from '../../transports/transport.js';
import type { SendQueue } from '../events/send-queue.js';
import { createSilenced } from '../speech/silenced.js';
import type { Effect, EffectContext } from './effect.js';
import type { TrackClock } from './track-clock.js';

export interface BargeIn extends Effect {
  /** At the user's own request: also asks the server to stop. */
  interrupt(context: EffectContext): void;
  /** The user begins a turn: interrupts the answer that is asked for, being made or still playing. */
  takeTurn(context: EffectContext): void;
  silenced(responseId: string | undefined): boolean;
}

export interface BargeInOptions {
  /** Undefined while no sound is wanted. */
  readonly speaker: () => Speaker | undefined;
  readonly queue: Pick<SendQueue, 'hold' | 'responding' | 'withdraw'>;
  /** What was heard, where audio is a track whose samples are not ours to count. */
  readonly trackClock: Pick<TrackClock, 'unfinished'>;
  /** Whether the server cuts its own audio: then only silence is ours to make. */
  readonly dialect: Pick<Dialect, 'serverTruncates'>;
}

export function createBargeIn({ speaker, queue, trackClock, dialect }: BargeInOptions): BargeIn {
  const silenced = createSilenced();
  let audio: Transport['audio'] = 'none';
  /** Counts calls: what ends in another one than it began in is dropped. */
  let call = 0;
  const serverTruncates = () => dialect.serverTruncates?.(audio) === true;

  /** `before`: the state in which the user had enough. */
  const cut = async (before: ConversationState, context: EffectContext): Promise<void> => {
    const output = speaker();
    if (output === undefined) return;
    const current = call;
    silenced.add(before.activeResponseId);
    output.hush(true);
    const onTrack = audio === 'track';
    const sounding = trackClock.unfinished();
    const release = queue.hold();
    try {
      const queued = await output.interrupt(before.activeResponseId);
      const parts = onTrack ? await sounding : queued;
      if (current !== call || serverTruncates()) return;
      for (const part of parts) reportHeard(part, context);
      if (onTrack) return;
      for (const id of unheardItems(before, parts)) context.send({ type: 'conversation.item.delete', item_id: id });
    } finally {
      release();
    }
  };
  const interrupt = (context: EffectContext) => {
    const before = context.state;
    queue.withdraw();
    // A server that holds its own sound back may be done answering and still be speaking.
    if (queue.responding || serverTruncates()) context.send({ type: 'response.cancel' });
    void cut(before, context);
  };

  return {
    opened(wire) {
      audio = wire.audio;
    },
    event(event, context) {
      if (event.type === 'input_audio_buffer.speech_started') void cut(context.state, context);
      if (event.type === 'response.audio.delta' && silenced.isLate(event.response_id)) context.send({ type: 'response.cancel' });
    },
    lost() {
      audio = 'none';
    },
    close() {
      call++;
    },
    interrupt,
    takeTurn(context) {
      if (queue.responding || speaker()?.playing === true || context.state.soundingId !== undefined) interrupt(context);
    },
    silenced: silenced.has,
  };
}

/** Truncating at 0 ms is an error of real servers: what nobody heard is deleted. */
function reportHeard({ itemId, contentIndex, heardMs, receivedMs, ended }: HeardPart, { send, dispatch }: EffectContext): void {
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
