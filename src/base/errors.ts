// The one error type of voxreel. Words for people are in elements/shared/strings, keyed by `code`.
import { isRecord } from './is-record.js';
import { site } from './site.js';

/** What went wrong. Codes a service sends that are not listed here are kept as they came. */
export type ErrorCode =
  /** A value given to us is out of its documented range or form; `param` names the field. */
  | 'invalid_input'
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'rate_limited'
  | 'server_error'
  /** No answer: offline, refused, blocked by CORS or cut. */
  | 'network'
  | 'timeout'
  | 'aborted'
  /** An answer came and could not be understood. */
  | 'bad_response'
  /** The request may or may not have reached the service: never repeat it without asking. */
  | 'unconfirmed'
  | 'expired'
  /** The library has no such record, or no longer has it in the bin. */
  | 'record_not_exist'
  | 'storage_full'
  | 'storage_unavailable'
  | 'microphone_denied'
  | 'microphone_missing'
  | 'microphone_busy'
  | 'audio_blocked'
  /** Neither the file of an audio worklet nor its copy in the library can be loaded. */
  | 'worklet_missing'
  /** The connection was too slow for the microphone: some of what was said was left out. */
  | 'audio_dropped'
  | 'speaker_missing'
  | 'camera_denied'
  | 'camera_missing'
  | 'camera_busy'
  /** Messages of this conversation carry no pictures: its dialect has no place for them. */
  | 'images_unsupported'
  | 'unsupported'
  | 'connection_lost'
  | 'connection_failed'
  | 'closed'
  /** A part of the library could not be loaded: a new version of the site may have replaced it. */
  | 'not_loaded'
  /** A message or request has not reached the service: `forget` waits for `discard`. */
  | 'unsent'
  /** The conversation is open on a page, this one or another: close it there before it is deleted or opened again. */
  | 'conversation_open'
  /** What the user said while there was no connection did not fit into memory or time. */
  | 'speech_lost'
  /** A fault of our own, or of the device. */
  | 'internal_error'
  | 'tool_failed'
  /** An effect of the page threw; `cause` is what it threw. The call continues. */
  | 'effect_failed'
  /** A tool of the page could not draw its call: `render` threw `cause`. The call is shown as JSON. */
  | 'render_failed'
  /** The page's `enhance` resolved without a text, or rejected: `cause` is what it threw. The prompt stays as it was. */
  | 'enhance_failed'
  | (string & {});

/** What an error knows besides its code and message. */
export interface VoxreelErrorOptions {
  /** True when the same call may succeed later with nothing changed. */
  retryable?: boolean | undefined;
  /** HTTP status, where there was one. */
  status?: number | undefined;
  /** The field the error is about. */
  param?: string | undefined;
  /** Milliseconds the service asked to wait (`Retry-After`). */
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

const brand = Symbol.for('voxreel.error');

/** The one error type. `code` says what happened, `param` names the field, `retryable` is true when the same call may succeed later. */
export class VoxreelError extends Error {
  override readonly name = 'VoxreelError';
  declare readonly code: ErrorCode;
  declare readonly retryable: boolean;
  declare readonly status: number | undefined;
  declare readonly param: string | undefined;
  declare readonly retryAfterMs: number | undefined;
  readonly [brand] = true;

  constructor(code: ErrorCode, message: string, options: VoxreelErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.status = options.status;
    this.param = options.param;
    this.retryAfterMs = options.retryAfterMs;
    // V8 holds all that was at work when an error was made until its stack is read; reasons of aborted signals are kept for long.
    void this.stack;
  }

  /** Address of the page with the cause of this code and how to fix it. Codes that only a service knows have none there. */
  get docs(): string {
    return `${site}errors/${this.code}.html`;
  }
}

/** True for errors of any copy of voxreel on the page. */
export function isVoxreelError(value: unknown): value is VoxreelError {
  return isRecord(value) && brand in value;
}

/** `value` itself when it is one of ours, else a new error of `code` with `value` as its cause. */
export function toVoxreelError(value: unknown, code: ErrorCode, options: VoxreelErrorOptions = {}): VoxreelError {
  if (isVoxreelError(value)) return value;
  if (value instanceof DOMException && value.name === 'AbortError')
    return new VoxreelError('aborted', 'Stopped by the caller.', { cause: value });
  const message = (value instanceof Error && value.message) || String(value);
  return new VoxreelError(code, message, { ...options, cause: value });
}
