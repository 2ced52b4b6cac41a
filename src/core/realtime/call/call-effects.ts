// The effects of a call, in the order in which each hears of what happens: ours, then the page's.
import type { HeardPart } from '../../audio/playout-ledger.js';
import type { Conversation } from '../../dialects/dialect.js';
import type { VoxreelError } from '../../errors.js';
import type { Transport, Wire } from '../../transports/transport.js';
import { createBargeIn, type BargeIn } from '../effects/barge-in.js';
import type { Effect, EffectFactory, EffectWire } from '../effects/effect.js';
import { createEffectList, guarded } from '../effects/effect-list.js';
import { createGreeting } from '../effects/greeting.js';
import { createPlayback } from '../effects/playback.js';
import { createNews } from '../effects/news.js';
import { createRestore, type Restore } from '../effects/restore.js';
import { createMcpCalls, type McpCalls } from '../effects/mcp-calls.js';
import { RunTools, type RunToolsOptions } from '../effects/run-tools.js';
import { createTrackClock } from '../effects/track-clock.js';
import type { AgentHandover, VoiceTool } from '../tools/define-tool.js';
import type { CallParts, PreparedHandover } from './call-parts.js';

export interface CallPlugins {
  readonly tools: readonly VoiceTool[];
  readonly effects: readonly EffectFactory[];
  /** What the agent says first. */
  readonly greeting?: string | undefined;
  /** Makes ready what an agent takes over with; `tools` are those in use. */
  readonly prepare: (next: AgentHandover, tools: readonly VoiceTool[]) => Promise<PreparedHandover>;
}

export interface EffectsListener {
  wantsSound(): boolean;
  /** Of the connection, where they are not the documents'. */
  rates(): Conversation['rates'];
  /** What a tool needs of the call. */
  readonly calls: Pick<RunToolsOptions, 'ask' | 'handOver'>;
  /** For measurements. */
  heard(parts: readonly HeardPart[]): void;
  failed(error: VoxreelError): void;
}

export interface CallEffects {
  readonly restore: Restore;
  readonly bargeIn: BargeIn;
  /** Passes on whether the person allows a call, run here or by a tool server. */
  readonly approvals: readonly Pick<McpCalls, 'approve'>[];
  /** The page's tools from now on; calls that run go on. */
  useTools(tools: readonly VoiceTool[]): void;
  /** All of them as one. */
  readonly all: Required<Effect>;
}

export function createCallEffects(
  parts: CallParts,
  { tools: given, effects, greeting }: CallPlugins,
  listener: EffectsListener,
): CallEffects {
  const { dialect, settings, sender, queue, speech } = parts;
  const { voice, delivery } = speech;
  const restore = createRestore({ queue, transmit: sender.send, delivery, hush: () => void voice.speaker?.interrupt() });
  const trackClock = createTrackClock({ clock: () => voice.speaker?.remoteClock, heard: listener.heard });
  const speaker = () => (listener.wantsSound() ? voice.speaker : undefined);
  const bargeIn = createBargeIn({ speaker, queue, trackClock, dialect });
  const playback = createPlayback({
    speaker: () => voice.speaker,
    format: () => (listener.rates() === undefined ? settings.format('output_audio_format') : 'pcm16'),
    rateHz: () => listener.rates()?.output,
    silenced: bargeIn.silenced,
    byThread: () => voice.playsByThread,
  });
  let tools = given;
  const isHeld = () => settings.current.turn_detection === null && voice.talking;
  const news = createNews(() => queue.idle && voice.speaker?.playing !== true && !isHeld());
  const runTools = new RunTools({
    tools: () => tools,
    ...listener.calls,
    foreign: () => (settings.current.tools ?? []).flatMap(({ name }) => (typeof name === 'string' ? [name] : [])),
    tell: news.tell,
  });
  const greet = createGreeting(greeting, () => !queue.idle);
  const mcpCalls = createMcpCalls(listener.calls.ask);
  const ofPage = effects.map((create) => guarded(create, listener.failed)).filter((effect) => effect !== undefined);
  return {
    restore,
    bargeIn,
    approvals: [runTools, mcpCalls],
    useTools: (next) => void (tools = next),
    all: createEffectList([restore, playback, trackClock, bargeIn, runTools, mcpCalls, news, greet, ...ofPage], listener.failed),
  };
}

/** What an effect sees of a wire: sound and pictures may come later than the wire itself. */
export const effectWire = (wire: Wire, { id, audio, recorded = false }: Transport, resumed: boolean): EffectWire => ({
  transport: id,
  audio,
  recorded,
  resumed,
  get remoteAudio() {
    return wire.remoteAudio;
  },
  get remoteVideo() {
    return wire.remoteVideo;
  },
  stats: async () => (await wire.stats?.()) ?? {},
});
