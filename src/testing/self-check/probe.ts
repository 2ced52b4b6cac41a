// The contract of a probe: one thing that the elements rely on, tried in this browser.
import type { AudioHost } from '../../core/audio/audio-host.js';
import { isVoxreelError } from '../../core/errors.js';

/** Whether something works, works in part, or is missing. */
export type ProbeStatus = 'works' | 'limited' | 'missing';

/** What a probe found, and what it means for a visitor. */
export interface Finding {
  readonly status: ProbeStatus;
  /** What that means for a visitor, in a sentence or two. */
  readonly meaning: string;
  /** Numbers and error codes. Never an address, a device's name or anything else that tells who or where someone is. */
  readonly facts: string;
}

export interface ProbeContext {
  readonly baseUrl: string;
  /** The voice model to open calls with, where one is known. */
  readonly model: string | undefined;
  /** The audio context that the visitor's gesture unlocked. Throws `unsupported` where there is no Web Audio. */
  audio(): AudioHost;
  readonly signal: AbortSignal;
}

export interface Probe {
  readonly id: string;
  /** What is tried, as a heading. */
  readonly title: string;
  /** What it means for a visitor that this does not work, where `run` throws. */
  readonly otherwise: string;
  /** Milliseconds before it counts as missing. */
  readonly timeoutMs: number;
  run(context: ProbeContext): Promise<Finding>;
}

export const works = (meaning: string, facts = ''): Finding => ({ status: 'works', meaning, facts });
export const limited = (meaning: string, facts = ''): Finding => ({ status: 'limited', meaning, facts });
export const missing = (meaning: string, facts = ''): Finding => ({ status: 'missing', meaning, facts });

/** The code of an error without its message: messages may have addresses in them. */
export function codeOf(cause: unknown): string {
  if (isVoxreelError(cause)) return cause.status === undefined ? cause.code : `${cause.code} (${cause.status})`;
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return 'timeout';
  return cause instanceof Error ? cause.name : 'unknown';
}
