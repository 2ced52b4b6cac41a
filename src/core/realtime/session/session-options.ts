// What a realtime session offers and takes: the types of `createRealtimeSession`, which is in session.ts.
import type {
  AudioParameters,
  AudioStreamParameters,
  ResponseConfig,
  SessionConfig,
  WebrtcClientConfig,
} from '../../../protocol/session.js';
import type { VoxreelError } from '../../errors.js';
import type { ClientEvent, DialectEntry, ServerEvent } from '../../dialects/dialect.js';
import type { StandardSchema } from '../../providers/provider.js';
import type { ConversationState } from '../../store/conversation-state.js';
import type { DeviceChange, SessionMedia } from './media.js';
import type { ReadableStore } from '../../store/store.js';
import type { Storage } from '../../persistence/storage.js';
import type { Transport } from '../../transports/transport.js';

export type Phase = 'idle' | 'connecting' | 'open' | 'reconnecting' | 'closed' | 'failed';
export type Modality = 'text' | 'audio';

export interface ToolContext {
  readonly callId: string;
  readonly signal: AbortSignal;
}

export interface VoiceTool {
  readonly name: string;
  readonly description?: string | undefined;
  /**
   * A schema of zod or any other Standard Schema, which also checks the arguments and gives them their type; or a JSON Schema object, as
   * the documents have it. A schema that cannot tell its JSON Schema needs it beside it, as `jsonSchema`.
   */
  readonly parameters?: Readonly<Record<string, unknown>> | StandardSchema | undefined;
  /** The value is sent as the output: a string as it is, anything else as JSON. A thrown error becomes an output the model can read. */
  execute(args: never, context: ToolContext): unknown;
  /**
   * True: a person must allow each call first (event `approval`, then `approveTool`). Or a function that decides. Only a plain `true` in
   * time lets the call run: no answer, a throw and a closed session are refusals. Default false.
   */
  readonly approve?: boolean | ((args: never, context: ToolContext) => boolean | Promise<boolean>) | undefined;
  /** Milliseconds to wait for a yes; default 120,000. */
  readonly approvalTimeoutMs?: number | undefined;
  /** Milliseconds to run; default 30,000. Then, and when the session is closed, `context.signal` fires. */
  readonly timeoutMs?: number | undefined;
}

export interface ReconnectOptions {
  /** In a row, before giving up. Default 20. */
  readonly maxAttempts?: number;
  /** Milliseconds before the second attempt; doubles, with jitter. Default 500. */
  readonly baseMs?: number;
  /** Default 15,000. */
  readonly maxMs?: number;
  /** Milliseconds on a lesser transport before a better one is tried again; doubles with each attempt. Default 30,000. */
  readonly climbAfterMs?: number;
  /** How long the server lets a session live, where it does not say so in `session.expires_at`: another takes over before. */
  readonly sessionLifetimeMs?: number;
}

export interface RealtimeSessionOptions {
  /** Base address of the service or gateway; absolute, or relative to the page. */
  readonly baseUrl: string;
  readonly model: string;
  /** Gives a fresh ephemeral token for each attempt. */
  readonly getToken?: ((signal: AbortSignal) => Promise<string>) | undefined;
  /** Where to POST for a token instead. Default: the documents' path below `baseUrl`. */
  readonly tokenUrl?: string | undefined;
  /** Tried in order. Default `['webrtc', 'websocket']`. */
  readonly transports?: readonly (string | Transport)[] | undefined;
  /** Default `vendor`: the documents' own. */
  readonly dialect?: string | DialectEntry | undefined;
  /** The maker's word where the documents say "vendor". */
  readonly vendor?: string | undefined;
  readonly session?: SessionConfig | undefined;
  readonly tools?: readonly VoiceTool[] | undefined;
  readonly modalities?: readonly Modality[] | undefined;
  /** Keeps the newest 500 items (1 MB at most) as text, and brings them back after a reload; the next connection is given them. */
  readonly storage?: Storage | undefined;
  /** Whose conversation this is: no other user of this browser gets what is kept. Empty (default) where nobody is signed in. */
  readonly user?: string | undefined;
  /** Tells several agents of one site apart: what is kept is of one service, model and agent. Empty by default. */
  readonly agent?: string | undefined;
  readonly reconnect?: boolean | ReconnectOptions | undefined;
  readonly webrtc?: WebrtcClientConfig | undefined;
  /** The documents' audio and audio stream parameters, for wires that carry audio in events: rate, channels, chunk size in bytes, latency. */
  readonly audio?:
    | (Pick<AudioParameters, 'sample_rate' | 'channels'> & Pick<AudioStreamParameters, 'chunk_size' | 'latency' | 'compression'>)
    | undefined;
  /** Keeps a place for pictures in every WebRTC connection, so that a camera can be opened later; a camera opened before has one anyway. */
  readonly video?: boolean | undefined;
  /** Keeps the sound of both sides for `exportAudio`: the newest `maxMinutes` (default 30), 5.8 MB each. */
  readonly record?: boolean | { readonly maxMinutes?: number } | undefined;
  /** Folder of `capture.worklet.js` and `playback.worklet.js`, or undefined for beside the library. */
  readonly workletUrl?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface RealtimeSessionEvents {
  event: ServerEvent;
  sent: ClientEvent;
  phase: Phase;
  /** Events travel by this transport now, by its id; `text` when sound was given up. */
  transport: string;
  error: VoxreelError;
  /** Another microphone is in use, by no choice of the page. */
  device: DeviceChange;
  /** A tool call waits for a person. Answer with `approveTool`. */
  approval: { readonly callId: string; readonly name: string; readonly arguments: string };
}

/** Loudness of both voices, 0 to 1 (RMS), for meters. Read it once a frame; it allocates nothing. */
export interface Levels {
  readonly microphone: number;
  readonly speaker: number;
}

/** A connection being made again. */
export interface Retry {
  /** Counts from 1 since the last connection that held. */
  readonly attempt: number;
  /** Milliseconds since 1970 at which it begins; undefined while it is under way. */
  readonly at: number | undefined;
}

export interface ForgetOptions {
  /** Deletes what has not reached the service too. */
  readonly discard?: boolean | undefined;
}

export type ExportFormat = 'jsonl' | 'json' | 'markdown';

export interface RealtimeSession extends SessionMedia {
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
  on<K extends keyof RealtimeSessionEvents>(name: K, listener: (value: RealtimeSessionEvents[K]) => void): () => void;
}
