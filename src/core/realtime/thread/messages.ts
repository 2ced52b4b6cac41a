// What the page and the worker that holds its sockets say to each other. Everything one of them says arrives in order.
import type { AudioFormat } from '../../../protocol/session.js';
import type { OutputState } from '../../audio/player.js';
import type { HeardPart } from '../../audio/playout-ledger.js';
import type { VoxreelErrorOptions } from '../../errors.js';
import type { WireClosed } from '../../transports/transport.js';
import type { WebsocketAddress } from '../../transports/websocket.js';

/** Numbers a connection for as long as the worker lives. */
export type SocketId = number;

export interface OpenCommand extends WebsocketAddress {
  readonly kind: 'open';
  readonly socket: SocketId;
  /** One of the library's own. */
  readonly dialect: string;
  readonly connectionTimeoutMs: number | undefined;
}

export interface CaptureCommand {
  readonly kind: 'capture';
  readonly capture: number;
  readonly port: MessagePort;
  readonly format: AudioFormat;
  readonly samplesPerMs: number;
}

/** From the page. */
export type ThreadCommand =
  | OpenCommand
  | { readonly kind: 'send'; readonly socket: SocketId; readonly data: string | Uint8Array }
  | { readonly kind: 'close'; readonly socket: SocketId; readonly code: number; readonly reason: string }
  /** Deliver what came so far, and what comes. `format`: of sound to be played, where the service does not say; undefined: none is played. */
  | { readonly kind: 'begin'; readonly socket: SocketId; readonly format: AudioFormat | undefined }
  | { readonly kind: 'player'; readonly sampleRateHz: number; readonly output: OutputState }
  | { readonly kind: 'connect'; readonly port: MessagePort }
  | { readonly kind: 'output'; readonly output: OutputState }
  | {
      readonly kind: 'push';
      readonly itemId: string;
      readonly contentIndex: number;
      readonly samples: Float32Array<ArrayBuffer>;
      readonly sampleRateHz: number;
    }
  | { readonly kind: 'end'; readonly itemId: string; readonly contentIndex: number }
  | { readonly kind: 'interrupt'; readonly cut: number; readonly responseId: string | undefined; readonly output: OutputState }
  | { readonly kind: 'stop' }
  | CaptureCommand
  | { readonly kind: 'flush'; readonly capture: number; readonly flush: number }
  | { readonly kind: 'release'; readonly capture: number }
  | { readonly kind: 'gate'; readonly isOpen: boolean }
  /** Send what is said over this socket, if `seen` are all the chunks that there were. */
  | { readonly kind: 'speech'; readonly socket: SocketId; readonly seen: number };

export interface ThreadError extends Pick<VoxreelErrorOptions, 'retryable' | 'status'> {
  readonly code: string;
  readonly message: string;
}

/** From the worker. */
export type ThreadReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'opened'; readonly socket: SocketId }
  /** `isForbidden`: the policy of the worker's file does not allow this address; the page's own may. */
  | { readonly kind: 'refused'; readonly socket: SocketId; readonly error: ThreadError; readonly isForbidden: boolean }
  /** `cut`: because of this message the sound was silenced; how much was heard is said under this number. */
  | {
      readonly kind: 'message';
      readonly socket: SocketId;
      readonly data: string | Uint8Array<ArrayBuffer>;
      readonly cut: number | undefined;
    }
  | { readonly kind: 'closed'; readonly socket: SocketId; readonly reason: WireClosed }
  /** So many bytes wait after message number `sent` was handed over. */
  | { readonly kind: 'buffered'; readonly socket: SocketId; readonly bytes: number; readonly sent: number }
  | { readonly kind: 'playing'; readonly playing: boolean; readonly underruns: number }
  | { readonly kind: 'heard'; readonly parts: readonly HeardPart[] }
  | { readonly kind: 'cut'; readonly cut: number; readonly parts: readonly HeardPart[] }
  | ChunkReport
  | { readonly kind: 'flushed'; readonly flush: number };

/** One chunk of the microphone, as Base64; `sent`: it has left, over this socket and with this event id. */
export interface ChunkReport {
  readonly kind: 'chunk';
  readonly capture: number;
  readonly audio: string;
  readonly durationMs: number;
  readonly sent: { readonly socket: SocketId; readonly eventId: string } | undefined;
}
