// The contract of a realtime transport: how events and audio travel.

/** A way to connect a conversation. A plain object; its `open` makes one wire. */
export interface Transport {
  readonly id: string;
  /** `track`: audio travels as media; `events`: as base64 inside events; `none`: text only. */
  readonly audio: 'track' | 'events' | 'none';
  /** True: its wires send bytes too, and give messages that come as bytes as they are where `target.binary` is true. */
  readonly binary?: boolean | undefined;
  /** False: it opens without a token, so that none is fetched for it. */
  readonly needsToken?: boolean | undefined;
  /** True: it plays a record. Nobody hears what is sent on it, no function is executed, and what happened on the page comes from it too. */
  readonly recorded?: boolean | undefined;
  /** False where this environment cannot run it: then no token is spent on trying. */
  available?(): boolean;
  /**
   * Opens one connection. Resolves when events can be sent. Rejects with a VoxreelError (`connection_failed`, `unauthorized`,
   * `forbidden`, `unsupported`, `timeout`, `aborted`); leaves nothing open when it rejects.
   */
  open(target: TransportTarget, signal: AbortSignal): Promise<Wire>;
}

/** Where to connect, in names the dialect has given. */
export interface TransportTarget {
  /** Base address of the service: absolute, or relative to the page. */
  readonly baseUrl: string;
  readonly model: string;
  /** Fetched once per attempt: an ephemeral token opens one connection. */
  readonly token: string;
  readonly names: WireNames;
  /** The dialect reads bytes. Otherwise what comes as bytes is text. */
  readonly binary?: boolean | undefined;
  /** The local audio to send, for transports whose audio is `track`. */
  readonly microphone?: MediaStream | undefined;
  /** The pictures to send; `true` keeps a place for pictures in the offer, in both directions. Only for transports that carry any. */
  readonly camera?: MediaStream | true | undefined;
  readonly iceServers?: readonly RTCIceServer[] | undefined;
  /** Default 30,000. */
  readonly connectionTimeoutMs?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** To be called before rejecting when the token was never sent: it may then serve the next transport. */
  readonly tokenUnused?: (() => void) | undefined;
  /** Takes what happened on the page, for a transport that plays a record. */
  readonly page?: ((event: object) => void) | undefined;
  readonly handlers: WireHandlers;
}

/** What a dialect calls things on the wire. */
export interface WireNames {
  readonly sdpPath: string;
  readonly websocketPath: string;
  readonly dataChannel: string;
  /** Where a WebSocket connects to, for services with tokens in the query or paths of their own. Default: `baseUrl`, `websocketPath` and the model. */
  address?(target: { readonly baseUrl: string; readonly model: string; readonly token: string }): string;
  /** For clients that can set headers. */
  headers(token: string): Record<string, string>;
  /** For browsers, in the order to offer. */
  subprotocols(token: string): string[];
}

/** What a transport calls as things happen on its connection. */
export interface WireHandlers {
  /** One message: text, or bytes where the target asks for them. */
  message(data: string | Uint8Array<ArrayBuffer>): void;
  /** Once, when a connection that was open is gone for whatever reason but our own `close()`. */
  closed(reason: WireClosed): void;
}

/** Why a connection closed. */
export interface WireClosed {
  readonly code?: number | undefined;
  readonly reason: string;
  /** False when the server said it will not take us back. */
  readonly retryable: boolean;
}

/** One open connection. */
export interface Wire {
  /** Throws `connection_lost` when the wire is gone and `invalid_input` for more than `maxMessageBytes`. Bytes only where the transport is `binary`. */
  send(data: string | Uint8Array): void;
  /** Handed to `send` and not yet on the network. */
  readonly bufferedBytes: number;
  readonly maxMessageBytes: number;
  readonly remoteAudio?: MediaStream | undefined;
  /** Replaces what is sent, or sends silence. Only where audio is a track. */
  setMicrophone?(stream: MediaStream | undefined): Promise<void>;
  /** Pictures the service sends. */
  readonly remoteVideo?: MediaStream | undefined;
  /** Replaces the pictures that are sent, or sends none. Only where the connection has a place for them. */
  setCamera?(stream: MediaStream | undefined): Promise<void>;
  /** Round-trip time and jitter in milliseconds, where known. */
  stats?(): Promise<{ readonly roundTripMs?: number; readonly jitterMs?: number }>;
  close(code?: number, reason?: string): void;
}

/** Declares a transport; gives its type to an editor. */
export const defineTransport = <T extends Transport>(transport: T): T => transport;
