// `createRealtimeSession`: what a page holds. It checks what is given and forwards it to the call, which loads when it is first needed.
import type { ResponseConfig, SessionConfig } from '../../../protocol/session.js';
import type { Devices } from '../../audio/devices.js';
import type { ClientEvent } from '../../dialects/dialect.js';
import { createEmitter, type Emitter } from '../../emitter.js';
import { VoxreelError } from '../../errors.js';
import { foldConversation, initialConversation } from '../../store/conversation.js';
import type { ConversationEvent, ConversationState } from '../../store/conversation-state.js';
import { createStore, type ReadableStore } from '../../store/store.js';
import type { CallEvents } from '../call/call.js';
import type { Phase, Retry } from '../connection/connection.js';
import type { Meters } from '../events/meters.js';
import type { ExportFormat } from '../history/export-conversation.js';
import type { ForgetOptions } from '../history/forget-conversations.js';
import type { Levels } from '../speech/voice.js';
import { checkClientEvent, checkSessionConfig } from './check-client-event.js';
import { LazyCall } from './lazy-call.js';
import type { RealtimeSessionOptions } from './session-options.js';

export type RealtimeSessionEvents = CallEvents;

export interface RealtimeSession {
  readonly store: ReadableStore<ConversationState>;
  /** Resolves when a conversation kept in `storage` is in the store; never rejects. At once without a storage. */
  readonly ready: Promise<void>;
  readonly phase: Phase;
  /** The id of the transport in use. */
  readonly transport: string | undefined;
  readonly error: VoxreelError | undefined;
  readonly muted: boolean;
  /** True while the microphone is open and unmuted. */
  readonly talking: boolean;
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
  /** Resolves when open. Rejects with the error that `error` then holds. Between two attempts the next one begins at once. */
  connect(): Promise<void>;
  close(): void;
  /**
   * Closes the session, empties it, and deletes every conversation that `storage` keeps of this user, of all agents; the user's other open pages
   * empty theirs. For a sign-out. Resolves once it is gone for good, and may be called again. Rejects with `unsent` where a message has not
   * reached the service, unless `discard` is true; with `storage_unavailable` where the storage could not delete it.
   */
  forget(options?: ForgetOptions): Promise<void>;
  /** Sends a documented client event. Throws `invalid_input` naming the field, or `closed`. */
  send(event: ClientEvent): void;
  /** Adds a user's message and asks for an answer. */
  sendText(text: string): void;
  respond(overrides?: ResponseConfig): void;
  /** Stops the answer: cancels it and silences what is playing; the transcript keeps what was heard. */
  interrupt(): void;
  updateSession(patch: SessionConfig): void;
  /** `true` opens the default microphone, `false` closes it; or constraints, or a stream of the page's own. */
  setMicrophone(source: boolean | MediaTrackConstraints | MediaStream): Promise<void>;
  mute(muted: boolean): void;
  /** Push to talk: clears the buffer and lets the microphone through; stop commits and asks for an answer. */
  startTalking(): void;
  stopTalking(): void;
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
  on<K extends keyof RealtimeSessionEvents>(name: K, listener: (value: RealtimeSessionEvents[K]) => void): () => void;
}

export function createRealtimeSession(options: RealtimeSessionOptions): RealtimeSession {
  const emitter = createEmitter<RealtimeSessionEvents>();
  const store = createStore<ConversationState, ConversationEvent>(initialConversation, foldConversation);
  const call = new LazyCall(options, store, emitter);
  const muted = { wanted: false };
  const [reads, talk, media] = [readsOf(call, store, muted), talkOf(call, emitter), mediaOf(call, muted)];
  return Object.defineProperties({ ...talk, ...media } as RealtimeSession, Object.getOwnPropertyDescriptors(reads));
}

type Reads = 'store' | 'ready' | 'phase' | 'transport' | 'error' | 'muted' | 'talking' | 'levels' | 'openedAt' | 'retry' | 'meters';
type Media = 'setMicrophone' | 'mute' | 'startTalking' | 'stopTalking' | 'stats' | 'devices' | 'setSpeaker' | 'setCamera' | 'exportAudio';

/** What a page asked for before there was a call. */
interface Muted {
  wanted: boolean;
}

const noMeters: Meters = {
  firstDeltaMs: undefined,
  heardMs: undefined,
  roundTripMs: undefined,
  jitterMs: undefined,
  underruns: 0,
  droppedMs: 0,
  reconnects: 0,
};

function readsOf(
  call: LazyCall,
  store: ReadableStore<ConversationState>,
  muted: Muted,
): Pick<RealtimeSession, Reads | 'camera' | 'remoteVideo'> {
  return {
    store,
    ready: call.ready,
    get phase() {
      return call.phase;
    },
    get transport() {
      return call.current?.transport;
    },
    get error() {
      return call.error;
    },
    get muted() {
      return call.current?.muted ?? muted.wanted;
    },
    get talking() {
      return call.current?.talking ?? false;
    },
    levels: {
      get microphone() {
        return call.current?.levels.microphone ?? 0;
      },
      get speaker() {
        return call.current?.levels.speaker ?? 0;
      },
    },
    get openedAt() {
      return call.current?.openedAt;
    },
    get retry() {
      return call.current?.retry;
    },
    get meters() {
      return call.current?.meters ?? noMeters;
    },
    get camera() {
      return call.current?.camera;
    },
    get remoteVideo() {
      return call.current?.remoteVideo;
    },
  };
}

function talkOf(call: LazyCall, emitter: Emitter<RealtimeSessionEvents>): Omit<RealtimeSession, Reads | Media | 'camera' | 'remoteVideo'> {
  const send = (event: ClientEvent) => {
    checkClientEvent(event);
    call.requireOpen();
    call.act((one) => one.send(event));
  };
  return {
    connect: () => call.connect(),
    close: () => call.close(),
    forget: (forgetOptions) => call.forget(forgetOptions),
    send,
    sendText(text) {
      call.requireOpen();
      call.act((one) => one.sendText(text));
    },
    respond: (overrides) => send(overrides === undefined ? { type: 'response.create' } : { type: 'response.create', response: overrides }),
    interrupt: () => call.current?.interrupt(),
    updateSession(patch) {
      checkSessionConfig(patch);
      call.act((one) => one.updateSession(patch));
    },
    approveTool: (callId, allowed) => call.current?.approveTool(callId, allowed),
    export: (format) => call.current?.export(format) ?? '',
    on: emitter.on,
  };
}

function mediaOf(call: LazyCall, muted: Muted): Pick<RealtimeSession, Media> {
  return {
    async setMicrophone(source) {
      if (source !== false) call.unlock();
      await (await call.load()).setMicrophone(source);
    },
    mute(next) {
      muted.wanted = next;
      call.act((one) => one.mute(next));
    },
    startTalking() {
      call.unlock();
      call.act((one) => one.startTalking());
    },
    stopTalking: () => call.act((one) => one.stopTalking()),
    stats: async () => call.current?.stats() ?? noMeters,
    devices: async () => (await call.load()).devices(),
    setSpeaker: async (deviceId) => (await call.load()).setSpeaker(deviceId),
    setCamera: async (source) => (await call.load()).setCamera(source),
    async exportAudio() {
      if (call.current === undefined) throw new VoxreelError('unsupported', 'Nothing was recorded yet.');
      return call.current.exportAudio();
    },
  };
}
