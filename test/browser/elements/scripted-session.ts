// A session without a wire: the test says what the server sends, how loud the voices are and what fails; what the element asks for is written down.
import type { DialectImages } from '../../../src/core/dialects/dialect.js';
import { foldConversation, initialConversation } from 'voxreel';
import type {
  ConversationEvent,
  ConversationState,
  RealtimeSession,
  RealtimeSessionEvents,
  SessionPhase as Phase,
  VoiceTool,
  VoxreelError,
} from 'voxreel';
import { createEmitter } from '../../../src/core/emitter.js';
import type { ClientEvent, ServerEvent } from '../../../src/core/dialects/dialect.js';
import { createStore } from '../../../src/core/store/store.js';

export interface ScriptedSession extends RealtimeSession {
  /** Names of the methods called, with their arguments. */
  readonly calls: readonly (readonly [name: string, ...args: unknown[]])[];
  /** Folds one event and tells of it, as if it came over the wire; `event_id` is added. */
  receive(...events: readonly Record<string, unknown>[]): void;
  enter(phase: Phase): void;
  /** What `retry` tells. */
  wait(retry: RealtimeSession['retry']): void;
  device(change: RealtimeSessionEvents['device']): void;
  sound(levels: { microphone?: number; speaker?: number }): void;
  /** Tells of a handover; the item comes with `receive`. */
  pass(handover: RealtimeSessionEvents['handover']): void;
  askApproval(call: RealtimeSessionEvents['approval']): void;
  /** The next `connect()` or `setMicrophone()` rejects with it. */
  failNext(method: 'connect' | 'setMicrophone', error: VoxreelError): void;
  report(error: VoxreelError): void;
}

interface ScriptedSessionOptions {
  /** False: `connect()` goes on connecting. */
  readonly instant?: boolean;
  readonly tools?: readonly VoiceTool[];
  /** What messages may carry; by default no pictures. */
  readonly images?: DialectImages;
  readonly remoteVideo?: MediaStream;
}

const noMeters: RealtimeSession['meters'] = {
  firstDeltaMs: undefined,
  heardMs: undefined,
  roundTripMs: undefined,
  jitterMs: undefined,
  underruns: 0,
  droppedMs: 0,
  reconnects: 0,
};
const noSound = () => Promise.reject(new Error('There is no sound here.'));

export function createScriptedSession({ instant = true, tools = [], images, remoteVideo }: ScriptedSessionOptions = {}): ScriptedSession {
  const store = createStore<ConversationState, ConversationEvent>(initialConversation, foldConversation);
  const emitter = createEmitter<RealtimeSessionEvents>();
  const calls: [string, ...unknown[]][] = [];
  const failures = new Map<string, VoxreelError>();
  const levels = { microphone: 0, speaker: 0 };
  const now = {
    phase: 'idle' as Phase,
    muted: false,
    microphone: false,
    volume: 1,
    talking: false,
    error: undefined as VoxreelError | undefined,
    openedAt: undefined as number | undefined,
    retry: undefined as RealtimeSession['retry'],
  };
  let eventNumber = 0;
  const note = (name: string, ...args: unknown[]) => void calls.push([name, ...args]);
  const failed = (method: string) => {
    const error = failures.get(method);
    failures.delete(method);
    return error;
  };
  const enter = (phase: Phase) => {
    now.phase = phase;
    if (phase === 'open') now.openedAt ??= Date.now();
    emitter.emit('phase', phase);
  };
  return {
    meters: noMeters,
    conversation: undefined,
    camera: undefined,
    remoteVideo,
    stats: async () => noMeters,
    devices: noSound,
    setSpeaker: noSound,
    setCamera: noSound,
    exportAudio: noSound,
    exportVideo: noSound,
    store,
    tools,
    ready: Promise.resolve(),
    calls,
    levels,
    get phase() {
      return now.phase;
    },
    get transport() {
      return now.phase === 'open' ? 'webrtc' : undefined;
    },
    get error() {
      return now.error;
    },
    get muted() {
      return now.muted;
    },
    get volume() {
      return now.volume;
    },
    get talking() {
      return now.microphone && !now.muted;
    },
    get openedAt() {
      return now.openedAt;
    },
    get retry() {
      return now.retry;
    },
    async connect() {
      note('connect');
      enter('connecting');
      const error = failed('connect');
      if (error !== undefined) {
        now.error = error;
        enter('failed');
        emitter.emit('error', error);
        throw error;
      }
      if (instant) enter('open');
    },
    close() {
      note('close');
      now.microphone = false;
      enter('closed');
    },
    disconnect() {
      this.close();
    },
    async forget(options) {
      note('forget', options);
      enter('closed');
    },
    send: (event: ClientEvent) => note('send', event),
    sendText: (text) => note('sendText', text),
    sendAs: (role, text) => note('sendAs', role, text),
    handOver: async (next) => note('handOver', next),
    pass(handover) {
      emitter.emit('handover', handover);
    },
    sendImages: async (pictures, text, options) => note('sendImages', pictures, text, options),
    images: async () => images,
    respond: (overrides) => note('respond', overrides),
    interrupt: () => note('interrupt'),
    updateSession: (patch) => note('updateSession', patch),
    setVariables: (variables) => note('setVariables', variables),
    context: (data) => note('context', data),
    async setMicrophone(source) {
      note('setMicrophone', source);
      const error = failed('setMicrophone');
      if (error !== undefined) throw error;
      now.microphone = source !== false;
    },
    mute(muted) {
      note('mute', muted);
      now.muted = muted;
    },
    setVolume(volume) {
      note('setVolume', volume);
      now.volume = volume;
    },
    startTalking: () => note('startTalking'),
    stopTalking(options) {
      note('stopTalking', ...(options === undefined ? [] : [options]));
      emitter.emit('sent', { type: options?.discard === true ? 'input_audio_buffer.clear' : 'input_audio_buffer.commit' });
    },
    approveTool(callId, allowed) {
      note('approveTool', callId, allowed);
      store.dispatch({ type: 'local.tool', call_id: callId, status: allowed ? 'running' : 'denied' });
    },
    export: (format) => `exported as ${format}`,
    on: (name, listener) => emitter.on(name, listener),
    receive(...events) {
      for (const event of events) {
        const whole = { event_id: `event_${++eventNumber}`, ...event } as unknown as ServerEvent;
        store.dispatch(whole);
        if (!whole.type.startsWith('local.')) emitter.emit('event', whole);
      }
    },
    enter,
    wait: (retry) => void (now.retry = retry),
    device: (change) => emitter.emit('device', change),
    sound: (next) => void Object.assign(levels, next),
    askApproval(call) {
      store.dispatch({ type: 'local.tool', call_id: call.callId, status: 'awaiting_approval' });
      emitter.emit('approval', call);
    },
    failNext: (method, error) => void failures.set(method, error),
    report(error) {
      now.error = error;
      emitter.emit('error', error);
    },
  };
}

/** Events of a user's typed or transcribed message. */
export const userSays = (id: string, text: string) => ({
  type: 'conversation.item.created',
  item: { id, type: 'message', role: 'user', status: 'completed', content: [{ type: 'text', text }] },
});

/** Events of a spoken answer: `text` whole, with `audioMs` of sound received. */
export const assistantSpeaks = (id: string, text: string, audioMs = 1000): readonly Record<string, unknown>[] => [
  { type: 'response.created', response: { id: `r_${id}`, status: 'in_progress' } },
  {
    type: 'response.output_item.added',
    response_id: `r_${id}`,
    item: { id, type: 'message', role: 'assistant', status: 'in_progress', content: [] },
  },
  { type: 'response.audio_transcript.delta', response_id: `r_${id}`, item_id: id, content_index: 0, delta: text },
  { type: 'response.audio.delta', response_id: `r_${id}`, item_id: id, content_index: 0, delta: 'A'.repeat((audioMs * 48 * 4) / 3) },
];

export const assistantStops = (id: string): readonly Record<string, unknown>[] => [
  { type: 'response.output_item.done', response_id: `r_${id}`, item: { id, type: 'message', role: 'assistant', status: 'completed' } },
  {
    type: 'response.done',
    response: { id: `r_${id}`, status: 'completed', output: [], usage: { total_tokens: 12, input_tokens: 4, output_tokens: 8 } },
  },
];

export const heard = (id: string, ms: number) => ({ type: 'local.heard', item_id: id, content_index: 0, audio_end_ms: ms });

/** Events of a function call with whole arguments. */
export const assistantCalls = (id: string, name: string, args: object): readonly Record<string, unknown>[] => [
  {
    type: 'response.output_item.added',
    response_id: `r_${id}`,
    item: { id, type: 'function_call', status: 'in_progress', call_id: `call_${id}`, name, arguments: '' },
  },
  {
    type: 'response.function_call_arguments.done',
    response_id: `r_${id}`,
    item_id: id,
    call_id: `call_${id}`,
    arguments: JSON.stringify(args),
  },
  {
    type: 'response.output_item.done',
    response_id: `r_${id}`,
    item: { id, type: 'function_call', status: 'completed', call_id: `call_${id}`, name, arguments: JSON.stringify(args) },
  },
];
