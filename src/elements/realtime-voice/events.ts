// The events of <realtime-voice>, typed for addEventListener.
import type { VoxreelError } from '../../core/errors.js';
import type { ServerEvent } from '../../core/dialects/dialect.js';
import type { Phase } from '../../core/realtime/connection/connection.js';
import type { TranscriptEntry } from '../../core/store/conversation-state.js';
import { ElementEvent } from '../shared/element-event.js';
import type { VoiceFeedbackEvent, VoiceHandoverEvent, VoiceTelemetryEvent } from './report-events.js';

/** The connection changed. */
export class VoicePhaseEvent extends ElementEvent<{ phase: Phase; previous: Phase }> {
  readonly phase: Phase;
  readonly previous: Phase;

  constructor(phase: Phase, previous: Phase) {
    super('voice-phase', { phase, previous });
    this.phase = phase;
    this.previous = previous;
  }
}

/** A message of either side is complete: written, spoken and transcribed, or cut. */
export class VoiceMessageEvent extends ElementEvent<{ message: TranscriptEntry }> {
  readonly message: TranscriptEntry;

  constructor(message: TranscriptEntry) {
    super('voice-message', { message });
    this.message = message;
  }
}

/** A call of a tool, as `voice-tool-call` reports it. */
export interface VoiceToolCall {
  readonly callId: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
  /** The MCP server that would run it; undefined for a function of the page. */
  readonly server?: string | undefined;
}

/** Of a function of the page there is no server to name. */
const detailOf = ({ callId, name, arguments: given, server }: VoiceToolCall): VoiceToolCall => ({
  callId,
  name,
  arguments: given,
  ...(server === undefined ? {} : { server }),
});

/**
 * The model calls a function. Cancelable while the call waits for approval: `preventDefault()` denies it, `allow()` lets it run
 * without asking the person. Not cancelable when the function needs no approval.
 */
export class VoiceToolCallEvent extends ElementEvent<VoiceToolCall> {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  readonly server: string | undefined;
  #allowed = false;

  constructor(call: VoiceToolCall, cancelable: boolean) {
    super('voice-tool-call', detailOf(call), cancelable);
    this.callId = call.callId;
    this.name = call.name;
    this.arguments = call.arguments;
    this.server = call.server;
  }

  allow(): void {
    this.#allowed = true;
  }

  get allowed(): boolean {
    return this.#allowed && !this.defaultPrevented;
  }
}

/** Something failed; the element shows it too. */
export class VoiceErrorEvent extends ElementEvent<{ error: VoxreelError }> {
  readonly error: VoxreelError;

  constructor(error: VoxreelError) {
    super('voice-error', { error });
    this.error = error;
  }
}

/** One decoded server event. */
export class VoiceServerEvent extends ElementEvent<{ serverEvent: ServerEvent }> {
  readonly serverEvent: ServerEvent;

  constructor(serverEvent: ServerEvent) {
    super('voice-event', { serverEvent });
    this.serverEvent = serverEvent;
  }
}

/** The panel of a launcher was opened. */
export class VoiceOpenEvent extends ElementEvent<object> {
  constructor() {
    super('voice-open', {});
  }
}

/** It was closed; a call goes on. */
export class VoiceCloseEvent extends ElementEvent<object> {
  constructor() {
    super('voice-close', {});
  }
}

/** By name. */
export interface RealtimeVoiceEvents {
  'voice-phase': VoicePhaseEvent;
  'voice-message': VoiceMessageEvent;
  'voice-tool-call': VoiceToolCallEvent;
  'voice-error': VoiceErrorEvent;
  'voice-event': VoiceServerEvent;
  'voice-open': VoiceOpenEvent;
  'voice-close': VoiceCloseEvent;
  'voice-feedback': VoiceFeedbackEvent;
  'voice-telemetry': VoiceTelemetryEvent;
  'voice-handover': VoiceHandoverEvent;
}

declare global {
  interface HTMLElementEventMap extends RealtimeVoiceEvents {}
}
