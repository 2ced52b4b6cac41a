// The effects of a session, made for each other, in the order in which each hears of an event. Knows no wire text.
import type { HeardPart } from '../audio/playout-ledger.js';
import type { Dialect } from '../dialects/dialect.js';
import type { Emitter } from '../emitter.js';
import { createBargeIn, type BargeIn } from './effects/barge-in.js';
import type { Effect, EffectContext } from './effects/effect.js';
import { createPlayback } from './effects/playback.js';
import { createReconnect, type Reconnect } from './effects/restore.js';
import { createTools, type Tools } from './effects/run-tools.js';
import { createTrackClock } from './effects/track-clock.js';
import type { Line } from './events/send-event.js';
import type { Outbox } from './events/send-queue.js';
import type { RealtimeSessionEvents, RealtimeSessionOptions } from './session/session-options.js';
import type { SessionSettings } from './session/session-settings.js';
import type { Voice } from './speech/voice.js';

export interface SessionEffects {
  readonly context: EffectContext;
  readonly bargeIn: BargeIn;
  readonly tools: Tools;
  readonly reconnect: Reconnect;
  /** Those that hear every event. */
  readonly all: readonly Effect[];
}

export interface SessionEffectsOptions {
  readonly context: EffectContext;
  readonly options: Pick<RealtimeSessionOptions, 'tools'>;
  readonly settings: SessionSettings;
  readonly emitter: Pick<Emitter<RealtimeSessionEvents>, 'emit'>;
  readonly dialect: () => Dialect;
  readonly line: Pick<Line, 'transmit'>;
  readonly outbox: Outbox;
  readonly voice: Voice;
  /** How audio travels now. */
  readonly audio: () => 'track' | 'events' | 'none';
  readonly wantsSound: () => boolean;
  /** For measurements. */
  readonly heard: (parts: readonly HeardPart[]) => void;
  /** What is heard is a record. */
  readonly recorded: () => boolean;
}

export function createSessionEffects(parts: SessionEffectsOptions): SessionEffects {
  const { context, settings, outbox, voice, audio } = parts;
  const trackClock = createTrackClock({ clock: () => (audio() === 'track' ? voice.speaker?.remoteClock : undefined), heard: parts.heard });
  const bargeIn = createBargeIn({
    speaker: () => (parts.wantsSound() ? voice.speaker : undefined),
    outbox,
    trackClock,
    audio,
    serverTruncates: () => parts.dialect().serverTruncates?.(audio()) === true,
  });
  const tools = createTools({
    tools: parts.options.tools ?? [],
    foreign: () => (settings.current.tools ?? []).map(({ name }) => name),
    ask: (call) => parts.emitter.emit('approval', call),
    recorded: parts.recorded,
  });
  const playback = createPlayback({
    speaker: () => (audio() === 'none' ? undefined : voice.speaker),
    format: () => settings.format('output_audio_format'),
    silenced: bargeIn.silenced,
  });
  const reconnect = createReconnect({ outbox, transmit: parts.line.transmit, hush: () => void voice.speaker?.interrupt() });
  return { context, bargeIn, tools, reconnect, all: [playback, trackClock, bargeIn, tools] };
}
