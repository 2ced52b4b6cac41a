// The contract of a service: another maker's wire in one plain object. It only translates. Login, limits, idempotency, signing, streaming, logs and money stay with the code that
// runs it: the gateway, or a page that holds a token of its own.
import type { ClientEvent } from '../protocol/client-events.js';
import type { ServerEvent } from '../protocol/server-events.js';
import type { SessionConfig } from '../protocol/session.js';
import type { ReferenceRole } from '../protocol/video-fields.js';
import type { VideoReading } from '../protocol/video-reading.js';
import type { VideoRequest } from '../protocol/video.js';

/** Another maker's interface: it translates requests and answers, and does no more. A plain object. */
export interface Service {
  /** Unique among the services of one gateway: letters, digits and hyphens. */
  readonly id: string;
  readonly title?: string | undefined;
  /** What it offers, published at `GET /v1/models`. Exact names win over globs, longer prefixes over shorter ones, then the service listed first. */
  readonly models: readonly ServiceModel[];
  /** Removed from every answer, however written. Each has at least eight characters. */
  readonly secrets: readonly string[];
  /**
   * The only places `Outside.fetch` sends to: hosts by name or glob (`queue.fal.run`, `*.fal.media`), which are called over https, or whole origins (`http://127.0.0.1:4010`).
   */
  readonly hosts: readonly string[];
  /** Sends in place of the runtime's own `fetch`, within the same limits: a proxy of the site's, or a recorder. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly video?: ServiceVideo | undefined;
  readonly realtime?: ServiceRealtime | undefined;
  /** Present where the maker says for free whether it takes the key. Throws `unauthorized`, or a 401, where it does not. */
  check?(outside: Outside): Promise<void>;
}

/** What every factory takes, beside what its maker requires. */
export interface ServiceOptions {
  /** The maker's key. It is in no answer, log line or error of the gateway. */
  readonly apiKey: string;
  /** In place of the maker's own address. */
  readonly baseUrl?: string | undefined;
  /** In place of the models the service declares: names or globs, or whole declarations. */
  readonly models?: readonly (string | ServiceModel)[] | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** One model, or all that a glob names. Plain data: it is published as it stands. */
export interface ServiceModel {
  /** A name or a glob, as pages write it. */
  readonly model: string;
  readonly kind: 'video' | 'realtime';
  readonly title?: string | undefined;
  readonly limits?: ModelLimits | undefined;
  /** JSON Schema of `metadata`: the form of a page is drawn from it. */
  readonly fields?: JsonSchema | undefined;
  readonly price?: Price | undefined;
  /** `false`: the maker cannot end the work of this model, although the service has `cancel`. */
  readonly cancels?: false | undefined;
  readonly voices?: readonly string[] | undefined;
  /** Of sound, as `input_audio_format` and `output_audio_format` have them. */
  readonly formats?: readonly string[] | undefined;
}

/** A range, both ends included. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** What a model takes, for the forms of pages. What is not said here is not limited. The gateway does not check it: the maker refuses the rest in its own words. */
export interface ModelLimits {
  /** Fields of the request that it ignores. */
  readonly ignores?: readonly string[] | undefined;
  /** Seconds: the allowed values, or a range. */
  readonly durations?: readonly number[] | Bounds | undefined;
  /** `<width>x<height>` */
  readonly sizes?: readonly string[] | undefined;
  readonly fps?: readonly number[] | Bounds | undefined;
  readonly n?: Bounds | undefined;
  /** Characters. */
  readonly promptLength?: number | undefined;
  /** Of a conversation: pictures in what a visitor says, where `max` is more than 0. */
  readonly images?:
    | {
        /** How a file is sent: a data URL, or its Base64 alone. Default `data-url`. */
        readonly encoding?: 'data-url' | 'base64' | undefined;
        /** Frames: none, the first, or the first and the last. */
        readonly max: 0 | 1 | 2;
        /** Of the file itself, not of its Base64. */
        readonly maxBytes?: number | undefined;
        readonly types?: readonly string[] | undefined;
      }
    | undefined;
  /** Pictures of people, things and styles (`references` of the request), sent as `images` says. Absent: it takes none. */
  readonly references?:
    | {
        /** How many. */
        readonly max: number;
        /** What they may show, where the maker tells that apart; absent: anything. */
        readonly roles?: readonly ReferenceRole[] | undefined;
        /** It takes no frames beside them. */
        readonly alone?: boolean | undefined;
        /** Seconds of a video with references, where they leave less choice than `durations`. */
        readonly durations?: readonly number[] | Bounds | undefined;
      }
    | undefined;
}

/** The form of a model's own options. */
export interface JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[] | undefined;
}

/** What the maker asks, as it stood on `source` on that day. */
export interface Price {
  /** `USD`, `credits`... */
  readonly unit: string;
  readonly perSecond?: number | undefined;
  readonly perVideo?: number | undefined;
  /** Where choices decide: the first whose conditions all hold, before `perSecond` and `perVideo`. */
  readonly rates?: readonly Rate[] | undefined;
  /** Of a conversation. */
  readonly perMinute?: number | undefined;
  /** Of a conversation that is paid by what is heard and said. */
  readonly perMillionTokens?: TokenPrices | undefined;
  /** `2026-11-24` */
  readonly asOf: string;
  readonly source: string;
}

/** For a million tokens of each kind. What the maker has kept of earlier turns is `cached`. */
export interface TokenPrices {
  readonly textInput?: number | undefined;
  readonly cachedTextInput?: number | undefined;
  readonly textOutput?: number | undefined;
  readonly audioInput?: number | undefined;
  readonly cachedAudioInput?: number | undefined;
  readonly audioOutput?: number | undefined;
  readonly imageInput?: number | undefined;
  readonly cachedImageInput?: number | undefined;
}

/** A price that holds for some choices. */
export interface Rate {
  /**
   * Options of `metadata` by name, as chosen or by their `default` in `fields`; and of the request `duration`, and `resolution`, which is else the nearest to its size. Letter case does not
   * matter: `{ resolution: '1080p', generate_audio: false }`.
   */
  readonly when: Readonly<Record<string, string | number | boolean>>;
  readonly perSecond?: number | undefined;
  readonly perVideo?: number | undefined;
}

/** The world as a service may touch it, for one request. */
export interface Outside {
  /** Within the service's `hosts`, a time and a size; follows no redirect. The answer is whole. Rejects with a `VoxreelError`. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** Fires when nobody waits any more. */
  readonly signal: AbortSignal;
  /** Who asks, hashed: for makers that want to tell people apart. */
  readonly userId: string;
}

/** For a new task. */
export interface CreateOutside extends Outside {
  /** The same for every repetition of this request: for makers that know an idempotency key. */
  readonly key?: string | undefined;
  /** Where the maker may announce the end of the task; absent where the site has no public address. */
  readonly callback?: string | undefined;
  /** For makers that refuse with 200: what they said comes to this status, and nothing has begun. */
  refused(status: number): void;
}

/** A task to ask after. */
export interface TaskRef {
  /** The maker's own id. */
  readonly id: string;
  /** As named when the task was made. */
  readonly model: string;
  /** What `create` or a query gave as `state`: never readable by the page. */
  readonly state?: string | undefined;
}

/** What a service says of a task. `create` must give a `taskId`, or throw. */
export interface ServiceTask extends VideoReading {
  /** What the next query needs and the page may not see, at most 300 characters. That of `create` is kept: it travels in the task's id, encrypted. */
  readonly state?: string | undefined;
  /** Milliseconds before it is worth asking again. */
  readonly waitMs?: number | undefined;
}

/**
 * Each method throws a `VoxreelError` with the maker's words (`askJson` does) for anything that says nothing about a task, and gives a `failed` reading for a task that has failed. The
 * page shows the message of both, and reads the code only where it is `cancelled`: for everything else, such as moderation, keep the maker's own.
 */
export interface ServiceVideo {
  /** The maker answers a repeated `key` with its first answer. */
  readonly idempotent?: boolean | undefined;
  create(request: VideoRequest, outside: CreateOutside): Promise<ServiceTask>;
  query(task: TaskRef, outside: Outside): Promise<ServiceTask>;
  /** Ends the work, and the cost: of all models but those with `cancels: false`. Throws where the maker refuses. Pages do not ask after a task that was cancelled; a query gives `cancelled` where the maker still knows it. */
  cancel?(task: TaskRef, outside: Outside): Promise<void>;
  /**
   * Present where a page may not fetch results itself: all of them are then streamed through the gateway, with Range. The headers go to `hosts` alone and pass no redirect.
   * Outputs then need no true address: `contentUrl` will do.
   */
  content?(task: TaskRef, index: number, outside: Outside): Promise<ServiceContent>;
  /** Brings a file to the maker: `reference` is what stands in a request in its place. */
  upload?(file: File, outside: Outside): Promise<{ readonly reference: string }>;
  /** Reads what came to `callback`, after verifying it; a response is answered as it is. Throws `unauthorized` for a forgery. */
  webhook?(request: Request, outside: Outside): Promise<{ readonly taskId: string; readonly reading: ServiceTask } | Response>;
}

/** Where a result is, and what to send to get it. */
export interface ServiceContent {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A conversation that is asked for. */
export interface RealtimeRequest {
  readonly model: string;
  /** The site's lock and the page's first update, already merged. */
  readonly session: SessionConfig;
}

/** The conversations of a service. */
export interface ServiceRealtime {
  /** The id of the dialect that a page must speak where there is no `open`, published at `GET /v1/models`. Absent: the documents' own events. */
  readonly dialect?: string | undefined;
  /** A token of the maker's, for a page that connects by itself. Absent: the gateway's own ticket, and its relay. */
  mint?(asked: RealtimeRequest, outside: Outside): Promise<{ readonly value: string; readonly expiresAt?: number | undefined }>;
  /** The answer to an SDP offer. Absent: no WebRTC. */
  exchange?(offer: string, asked: RealtimeRequest, outside: Outside): Promise<string>;
  /** Where the relay connects to. A promise for makers that give out signed addresses. */
  socket?(asked: RealtimeRequest, outside: Outside): ServiceSocket | Promise<ServiceSocket>;
  /**
   * Present: the wire is the maker's own, the relay translates it, and the page speaks the documents' events. Absent: a dialect of the page speaks it. `voiceConversation` makes one of a few
   * verbs.
   */
  open?(opening: Opening): Conversation;
}

/** Where a conversation connects, and what to send. */
export interface ServiceSocket {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly protocols?: readonly string[] | undefined;
}

/** How a conversation begins, or begins again. */
export interface Opening extends RealtimeRequest {
  /** How sound travels: `track` beside the wire, `events` on it. */
  readonly audio: 'track' | 'events' | 'none';
  /** What an earlier connection of this conversation gave as `resume`. */
  readonly resume?: string | undefined;
  /** Who speaks, hashed: for makers that want to tell people apart. Absent in a page. */
  readonly userId?: string | undefined;
}

/**
 * A codec with a memory, one for each connection: the gateway's relay and a page (a dialect's `open`) use the same kind of object. It does no I/O and reads no clock. `voiceConversation` makes
 * one of a few verbs; write one yourself for a wire that is close to the documents'.
 */
export interface Conversation {
  /** Sent first; everything else waits until `decode` has given `session.created`. Absent: nothing waits. */
  readonly opening?: readonly Frame[] | undefined;
  /**
   * `send` goes to the maker, `events` back to the page at once. Answer what the maker does not answer itself: `conversation.item.create` with `conversation.item.created` (without
   * `previous_item_id`, it comes last), `.truncate` and `.delete` alike, a later `session.update` with `session.updated` or the error `session_fixed`. A page sends `response.create` after each
   * turn it ends by hand and after the outputs of functions, also where the maker answers those without being asked. Sound is pcm16, at `rates.input`.
   */
  encode(event: ClientEvent): { readonly send?: readonly Frame[] | undefined; readonly events?: readonly ServerEvent[] | undefined };
  /**
   * Never throws: what cannot be read is an `unknown` event. `send`: what this wire wants answered at once, such as a ping. An answer that calls functions has to end with `response.done`: only
   * then are they run.
   */
  decode(frame: string | Uint8Array): { readonly events: readonly ServerEvent[]; readonly send?: readonly Frame[] | undefined };
  /** Samples a second of pcm16 on this wire, where they are not the documents' 24,000: sound is resampled around the codec. Another object where a frame has changed them. */
  readonly rates?: { readonly input: number; readonly output: number } | undefined;
  readonly heartbeat?: { readonly everyMs: number; readonly frame: Frame } | undefined;
  /**
   * The maker keeps the conversation under this handle: the next connection gets it as `Opening.resume`, and the page notices nothing. Read again after each frame. Leave it undefined while
   * something would be lost: during an answer, while a function has no output, and with text that was not sent.
   */
  readonly resume?: string | undefined;
  /** Milliseconds until the maker will close this connection, once it has said so. The next connection then opens as soon as `resume` has a handle. */
  readonly closesInMs?: number | undefined;
}

/** Text as it is, bytes as binary, any other object as JSON. */
export type Frame = string | Uint8Array | object;

/** Declares a service; gives its type to an editor. */
export const defineService = <S extends Service>(service: S): S => service;
