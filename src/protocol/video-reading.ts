// What an answer of a video service comes to, whatever its wire: the one form that providers, services and queue share.
import type { ReportedFields } from './video-fields.js';

/** What was made: seconds, frames a second, pixels, as far as the service says. */
export interface VideoOutput extends ReportedFields {
  /**
   * Absolute http(s), or a path on the service's own origin made absolute; `blob:` where there is a `file` too. Nothing else is ever put here.
   */
  readonly url: string;
  readonly format?: string | undefined;
  /** Milliseconds since 1970, where the link tells. */
  readonly expiresAt?: number | undefined;
  /** The file itself, where a provider's own service made it on this device: kept with the results at once, never part of a record. */
  readonly file?: Blob | undefined;
}

/** An amount in a unit: `USD`, `credits`... Amounts in two units are never added. */
export interface VideoCost {
  readonly amount: number;
  readonly unit: string;
}

/** What an answer of a service says of a task. `unknown` means: keep asking. */
export interface VideoReading {
  readonly taskId?: string | undefined;
  readonly status: 'processing' | 'succeeded' | 'failed' | 'unknown';
  /** The word the service used. */
  readonly statusWord?: string | undefined;
  /** 0 to 1. Services send fixed steps: never show it as a true percentage alone. */
  readonly progress?: number | undefined;
  readonly outputs: readonly VideoOutput[];
  /** What the task costs, where the service says so. */
  readonly cost?: VideoCost | undefined;
  readonly error?: { readonly code: string; readonly message: string; readonly param?: string | undefined } | undefined;
}
