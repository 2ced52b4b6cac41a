// What <realtime-voice> tells the page. Every event bubbles and crosses shadow roots. Knows nothing of how it came about.
import type { VoxreelError } from '../../core/errors.js';
import type { ServerEvent } from '../../core/dialects/dialect.js';
import type { Phase } from '../../core/realtime/connection/connection.js';
import type { TranscriptEntry } from '../../core/store/conversation-state.js';

const outward = { bubbles: true, composed: true } as const;

/** The connection changed. */
export class VoicePhaseEvent extends Event {
  readonly phase: Phase;
  readonly previous: Phase;

  constructor(phase: Phase, previous: Phase) {
    super('voice-phase', outward);
    this.phase = phase;
    this.previous = previous;
  }
}

/** A message of either side is complete: written, spoken and transcribed, or cut. */
export class VoiceMessageEvent extends Event {
  readonly message: TranscriptEntry;

  constructor(message: TranscriptEntry) {
    super('voice-message', outward);
    this.message = message;
  }
}

export interface VoiceToolCall {
  readonly callId: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

/**
 * The model calls a function. Cancelable while the call waits for approval: `preventDefault()` denies it, `allow()` lets it run
 * without asking the person. Not cancelable when the function needs no approval.
 */
export class VoiceToolCallEvent extends Event {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  #allowed = false;

  constructor(call: VoiceToolCall, cancelable: boolean) {
    super('voice-tool-call', { ...outward, cancelable });
    this.callId = call.callId;
    this.name = call.name;
    this.arguments = call.arguments;
  }

  allow(): void {
    this.#allowed = true;
  }

  get allowed(): boolean {
    return this.#allowed && !this.defaultPrevented;
  }
}

/** Something failed; the element shows it too. */
export class VoiceErrorEvent extends Event {
  readonly error: VoxreelError;

  constructor(error: VoxreelError) {
    super('voice-error', outward);
    this.error = error;
  }
}

/** One decoded server event. */
export class VoiceServerEvent extends Event {
  readonly serverEvent: ServerEvent;

  constructor(serverEvent: ServerEvent) {
    super('voice-event', outward);
    this.serverEvent = serverEvent;
  }
}
