// What a page may ask of a session.
import type { SessionConfig } from '../../../protocol/session.js';
import type { DialectEntry } from '../../dialects/dialect.js';
import type { Storage } from '../../persistence/storage.js';
import type { Transport } from '../../transports/transport.js';
import type { EffectFactory } from '../effects/effect.js';
import type { SoundParameters } from '../speech/sound-options.js';
import type { VoiceTool } from '../tools/define-tool.js';
import type { Variables } from '../call/call-parts.js';

/** What a conversation uses: written text, or text and sound. */
export type Modality = 'text' | 'audio';

/** How a session connects again after a connection is lost. */
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

/** Settings of the transport `webrtc`. */
export interface WebrtcOptions {
  /** Default: none, so that no third party is contacted. */
  readonly iceServers?: readonly RTCIceServer[] | undefined;
  /** Of the default microphone. */
  readonly audioConstraints?: MediaTrackConstraints | undefined;
  /** Milliseconds for all transports together. Default 30,000. */
  readonly connectionTimeoutMs?: number | undefined;
}

/** What a session is made of. Only `baseUrl` and `model` are required. */
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
  /** Default `vendor`: the documents' own. `offered`: what the service's `GET /v1/models` says of the model, else `vendor`. */
  readonly dialect?: string | DialectEntry | undefined;
  /** The maker's word where the documents say "vendor". */
  readonly vendor?: string | undefined;
  readonly session?: SessionConfig | undefined;
  readonly tools?: readonly VoiceTool[] | undefined;
  /** The agent says this first, once, in a conversation that is new: never after a reconnection, or in one that was kept. */
  readonly greeting?: string | undefined;
  /** Fill `{{name}}` in the instructions. `setVariables` changes them. */
  readonly variables?: Variables | undefined;
  /** Information about the page for the model: see `context` of the session. */
  readonly context?: unknown;
  /** Asks for transcripts of the user's speech where the dialect supports it and `session` says nothing of it. Default false. */
  readonly transcribe?: boolean | undefined;
  /** What the page does because of what happens in a call. Each is called once, before the first connection. */
  readonly effects?: readonly EffectFactory[] | undefined;
  readonly modalities?: readonly Modality[] | undefined;
  /** Keeps the newest 500 items (1 MB at most) as text, and brings them back after a reload; the next connection is given them. */
  readonly storage?: Storage | undefined;
  /** Which of the conversations in `storage` to go on with: the id of one, or `new`. Default: the newest that no other page has open. */
  readonly conversation?: string | undefined;
  /** Whose conversation this is: no other user of this browser gets what is kept. Empty (default) where nobody is signed in. */
  readonly user?: string | undefined;
  /** Distinguishes several agents of one site: what is kept is of one service, model and agent. Empty by default. */
  readonly agent?: string | undefined;
  readonly reconnect?: boolean | ReconnectOptions | undefined;
  readonly webrtc?: WebrtcOptions | undefined;
  readonly audio?: SoundParameters | undefined;
  /** Keeps a place for pictures in every WebRTC connection, so that a camera can be opened later; a camera opened before has one anyway. */
  readonly video?: boolean | undefined;
  /** Keeps the sound of both sides for `exportAudio`: the newest `maxMinutes` (default 30), 5.8 MB each. */
  readonly record?: boolean | { readonly maxMinutes?: number } | undefined;
  /** Folder of `capture.worklet.js`, `playback.worklet.js` and `sound.worker.js`, or undefined for beside the library. */
  readonly workletUrl?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}
