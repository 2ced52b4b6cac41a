// `createRealtimeSession`: what a page holds. It checks what is given and forwards it to the call, which loads when it is first needed.
import type { ResponseConfig, SessionConfig } from '../../../protocol/session.js';
import type { Devices } from '../../audio/devices.js';
import type { ClientEvent, DialectImages } from '../../dialects/dialect.js';
import { createEmitter } from '../../emitter.js';
import type { VoxreelError } from '../../errors.js';
import { foldEvent, initialConversation, type Handlers } from '../../store/conversation.js';
import type { ConversationEvent, ConversationState } from '../../store/conversation-state.js';
import { createStore, type ReadableStore } from '../../store/store.js';
import type { Call, CallEvents } from '../call/call.js';
import type { Phase, Retry } from '../connection/connection.js';
import type { Meters } from '../events/meters.js';
import type { ExportFormat } from '../history/export-conversation.js';
import type { ExportVideoOptions } from '../../editing/film-job.js';
import type { ForgetOptions } from '../../persistence/storage.js';
import type { Levels } from '../speech/voice.js';
import { checkClientEvent, checkSessionConfig } from './check-client-event.js';
import type { CallLoader } from './call-loader.js';
import type { Variables } from '../call/call-parts.js';
import { createLifecycle, type ConnectOptions, type Lifecycle } from './lifecycle.js';
import type { StopTalkingOptions } from '../speech/push-to-talk.js';
import type { ConversationHandover, VoiceTool } from '../tools/define-tool.js';
import type { RealtimeSessionOptions } from './session-options.js';

export type { CallEvents as RealtimeSessionEvents } from '../call/call.js';

/** How pictures are sent into a conversation. */
export interface SendImagesOptions {
  /** `false` adds the message without asking for an answer, and interrupts none. Default true. */
  readonly respond?: boolean | undefined;
}

/** A conversation: it connects, sends and receives, and keeps what was said in `store`. Everything may be called before it is connected. */
export interface RealtimeSession {
  readonly store: ReadableStore<ConversationState>;
  /** Resolves when a conversation kept in `storage` is in the store; never rejects. At once without a storage. */
  readonly ready: Promise<void>;
  readonly phase: Phase;
  /** The id of the transport in use. */
  readonly transport: string | undefined;
  readonly error: VoxreelError | undefined;
  /** The id under which `storage` keeps the conversation; undefined while it keeps nothing of it. */
  readonly conversation: string | undefined;
  readonly muted: boolean;
  /** True while the microphone is open and unmuted. */
  readonly talking: boolean;
  /** Of answers, 0 to 1. */
  readonly volume: number;
  /** The functions that the model may call. */
  readonly tools: readonly VoiceTool[];
  readonly levels: Levels;
  /** Milliseconds since 1970 at which the connection opened. */
  readonly openedAt: number | undefined;
  /** While a connection is made again: which attempt, and when. */
  readonly retry: Retry | undefined;
  readonly meters: Meters;
  /** What the camera shows, while one is open. */
  readonly camera: MediaStream | undefined;
  /** Pictures from the service, where it sends any. */
  readonly remoteVideo: MediaStream | undefined;
  /**
   * Resolves when open. Rejects with the error that `error` then holds; with `aborted` as soon as `signal` fires. Between two attempts the next
   * one begins at once.
   */
  connect(options?: ConnectOptions): Promise<void>;
  close(): void;
  /** The same as `close`. */
  disconnect(): void;
  /**
   * Closes the session, empties it, and deletes every conversation that `storage` keeps of this user, of all agents; the user's other open pages
   * empty theirs. For a sign-out. Resolves once it is gone for good, and may be called again. Rejects with `unsent` where a message has not
   * reached the service, unless `discard` is true; with `storage_unavailable` where the storage could not delete it.
   */
  forget(options?: ForgetOptions): Promise<void>;
  /** Sends a documented client event. Throws `invalid_input` naming the field, or `closed`. */
  send(event: ClientEvent): void;
  /** Adds a user's message and asks for an answer; while a person has the conversation, it is theirs to answer. */
  sendText(text: string): void;
  /** What the person says who has the conversation. Throws `invalid_input` where it was not handed over to one. */
  sendAs(role: 'person', text: string): void;
  /**
   * Gives the conversation to another agent, or to a person; the transcript goes on with a line that says so. One `session.update` tells the
   * service; another model, or another voice after one was heard, needs a new connection, which is given the conversation. With a person the
   * connection closes, `sendText` and `sendAs` only write the transcript, and `connect` or another handover brings an agent back. Resolves once it
   * is done. Rejects with `invalid_input` naming the field, with `unsupported` where the model speaks another dialect, and with the error of a
   * connection that could not be made.
   */
  handOver(next: ConversationHandover): Promise<void>;
  /**
   * Adds a user's message with pictures (files, data URLs, or addresses where the service fetches them), and words if there are any, and asks for an
   * answer. Large ones are made smaller. Rejects before anything is sent: with `images_unsupported` where the dialect carries no pictures, `invalid_input` for what is no picture, or `closed`.
   */
  sendImages(images: readonly (Blob | string)[], text?: string, options?: SendImagesOptions): Promise<void>;
  /** The pictures that a message may carry; undefined where the dialect carries none. Loads the dialect. */
  images(): Promise<DialectImages | undefined>;
  respond(overrides?: ResponseConfig): void;
  /** Stops the answer: cancels it and silences what is playing; the transcript keeps what was heard. */
  interrupt(): void;
  updateSession(patch: SessionConfig): void;
  /** Fill `{{name}}` in the instructions in place of those before, at once where a connection is open. */
  setVariables(variables: Variables): void;
  /**
   * Tells the model about the page, in place of what it was told before, at once where a connection is open: a text as it is, anything else as JSON.
   * It stands at `{{context}}` in the instructions, or after them. Undefined takes it back.
   */
  context(data: unknown): void;
  /** `true` opens the default microphone, `false` closes it; or constraints, or a stream of the page's own. */
  setMicrophone(source: boolean | MediaTrackConstraints | MediaStream): Promise<void>;
  mute(muted: boolean): void;
  /** How loud answers are: 0 is silence, 1 (default) as they come. What is heard counts as heard all the same. */
  setVolume(volume: number): void;
  /** Push to talk: clears the buffer and lets the microphone through; stop commits and asks for an answer. */
  startTalking(): void;
  stopTalking(options?: StopTalkingOptions): void;
  approveTool(callId: string, allowed: boolean): void;
  export(format: ExportFormat): string;
  /** Asks the transport first. */
  stats(): Promise<Meters>;
  /** Names are empty before a permission was granted. */
  devices(): Promise<Devices>;
  /** An id of `devices().speakers`, or undefined for the default. Rejects with `unsupported` or `speaker_missing`. */
  setSpeaker(deviceId: string | undefined): Promise<void>;
  /**
   * `true` opens the default camera, `false` closes it; or constraints, or a stream of the page's own. Sent over WebRTC. On a connection
   * opened without a camera there is no place for its pictures unless `video` was asked for: then it rejects with `unsupported`.
   */
  setCamera(source: boolean | MediaTrackConstraints | MediaStream): Promise<void>;
  /** With `record`: a 24 kHz stereo WAV, the user left, the assistant right. Rejects with `unsupported` without. */
  exportAudio(): Promise<Blob>;
  /**
   * With `record`: the conversation as a 720p video, made on the device: a title, who speaks, and each line as it was heard, when it was heard. Only
   * what was recorded is in it. Rejects with `unsupported` (no sound was kept, this browser encodes no video, or the package `mediabunny` is missing),
   * `invalid_input` naming the option, `aborted`, or `network` (the code for it could not be loaded).
   */
  exportVideo(options?: ExportVideoOptions): Promise<Blob>;
  on<K extends keyof CallEvents>(name: K, listener: (value: CallEvents[K]) => void): () => void;
}

/**
 * A conversation with a realtime service, without an element. Nothing is sent before `connect()`. Throws `invalid_input` for an
 * option that is out of range.
 */
export function createRealtimeSession(options: RealtimeSessionOptions): RealtimeSession {
  const emitter = createEmitter<CallEvents>();
  let known: Handlers | undefined;
  const store = createStore<ConversationState, ConversationEvent>(initialConversation, (state, event) => foldEvent(state, event, known));
  const lifecycle = createLifecycle({ options, store, emitter, know: (handlers) => (known = handlers) });
  const { loader } = lifecycle;
  const before = { ...beforeCall, tools: options.tools ?? [] };
  const session = {
    store,
    ready: loader.ready,
    get phase() {
      return lifecycle.phase;
    },
    get error() {
      return lifecycle.error;
    },
    get conversation() {
      return loader.storage?.id;
    },
    levels: {
      get microphone() {
        return loader.call?.levels.microphone ?? 0;
      },
      get speaker() {
        return loader.call?.levels.speaker ?? 0;
      },
    },
    connect: lifecycle.connect,
    close: lifecycle.close,
    disconnect: lifecycle.close,
    forget: lifecycle.forget,
    ...methodsOf(lifecycle, before),
    on: emitter.on,
  };
  return Object.defineProperties(session, readsOf(loader, before)) as typeof session & Reads;
}

type Reads = {
  -readonly [
    K in 'transport' | 'tools' | 'muted' | 'volume' | 'talking' | 'openedAt' | 'retry' | 'meters' | 'camera' | 'remoteVideo'
  ]: Call[K];
};

/** What is read before there is a call. */
const beforeCall: Omit<Reads, 'tools'> = {
  transport: undefined,
  muted: false,
  volume: 1,
  talking: false,
  openedAt: undefined,
  retry: undefined,
  meters: {
    firstDeltaMs: undefined,
    heardMs: undefined,
    roundTripMs: undefined,
    jitterMs: undefined,
    underruns: 0,
    droppedMs: 0,
    reconnects: 0,
  },
  camera: undefined,
  remoteVideo: undefined,
};

/** Getters, each of the call as soon as there is one. */
function readsOf(loader: CallLoader, before: Reads): PropertyDescriptorMap {
  const names = Object.keys(before) as (keyof Reads)[];
  return Object.fromEntries(names.map((name) => [name, { enumerable: true, get: () => (loader.call ?? before)[name] }]));
}

function methodsOf({ loader, requireOpen }: Lifecycle, before: Reads) {
  const { act, load, unlock } = loader;
  const send = (event: ClientEvent) => {
    checkClientEvent(event);
    requireOpen();
    act((call) => call.send(event));
  };
  return {
    send,
    sendText(text) {
      requireOpen();
      act((call) => call.sendText(text));
    },
    sendAs: (role, text) => act((call) => call.sendAs(role, text)),
    handOver: async (next) => (await load()).handOver(next),
    async sendImages(images, text = '', { respond = true } = {}) {
      requireOpen();
      await (await load()).sendImages(images, text, respond);
    },
    images: async () => (await load()).images,
    respond: (overrides) => send(overrides === undefined ? { type: 'response.create' } : { type: 'response.create', response: overrides }),
    interrupt: () => loader.call?.interrupt(),
    updateSession(patch) {
      checkSessionConfig(patch);
      act((call) => call.updateSession(patch));
    },
    setVariables: (variables) => act((call) => call.brief({ variables })),
    context: (data) => act((call) => call.brief({ context: data })),
    async setMicrophone(source) {
      if (source !== false) unlock();
      await (await load()).setMicrophone(source);
    },
    mute(next) {
      before.muted = next;
      act((call) => call.mute(next));
    },
    setVolume(next) {
      before.volume = Math.min(1, Math.max(0, next));
      act((call) => call.setVolume(before.volume));
    },
    startTalking() {
      unlock();
      act((call) => call.startTalking());
    },
    stopTalking: (options) => act((call) => call.stopTalking(options)),
    approveTool: (callId, allowed) => loader.call?.approveTool(callId, allowed),
    export: (format) => loader.call?.export(format) ?? '',
    stats: async () => loader.call?.stats() ?? before.meters,
    devices: async () => (await load()).devices(),
    setSpeaker: async (deviceId) => (await load()).setSpeaker(deviceId),
    setCamera: async (source) => (await load()).setCamera(source),
    exportAudio: async () => (await load()).exportAudio(),
    exportVideo: async (options) => (await load()).exportVideo(options),
  } satisfies Partial<RealtimeSession>;
}
