// What <realtime-voice> reports of a conversation: what visitors thought of it, and what happened in it. Only its lazy parts make these events.
import type { TranscriptEntry } from '../../core/store/conversation-state.js';
import { ElementEvent } from '../shared/element-event.js';

/** What a visitor thought of one answer, or of the whole call. */
export interface VoiceFeedback {
  /** Of the answer; undefined for the whole call. */
  readonly itemId: string | undefined;
  /** `up` or `down` of an answer, 1 (worst) to 5 of a call; undefined when it was taken back. */
  readonly rating: 'up' | 'down' | 1 | 2 | 3 | 4 | 5 | undefined;
  readonly comment: string | undefined;
}

/** A visitor rated an answer or the call, or added a comment to that. */
export class VoiceFeedbackEvent extends ElementEvent<VoiceFeedback> {
  readonly itemId: VoiceFeedback['itemId'];
  readonly rating: VoiceFeedback['rating'];
  readonly comment: VoiceFeedback['comment'];

  constructor(feedback: VoiceFeedback) {
    super('voice-feedback', feedback);
    this.itemId = feedback.itemId;
    this.rating = feedback.rating;
    this.comment = feedback.comment;
  }
}

/** What happened; the fields that say nothing of it are left out. */
export interface VoiceTelemetry {
  /**
   * `opened`: the panel of a launcher. `connected`: after `ms`, by `transport`. `sound`: an answer was first heard `ms` after the visitor's turn.
   * `interrupted`: the answer `itemId` was cut. `tool`: the function `tool` ended after `ms` with `outcome`. `error`: `code`. `closed`: the call
   * ended after `ms`.
   */
  readonly name: 'opened' | 'connected' | 'sound' | 'interrupted' | 'tool' | 'error' | 'closed';
  /** Milliseconds. */
  readonly ms?: number;
  /** Its id. */
  readonly transport?: string;
  readonly itemId?: string;
  readonly tool?: string;
  readonly outcome?: 'completed' | 'failed' | 'denied';
  readonly code?: string;
}

/** Something happened in a conversation that a site may want to count. It is sent to nobody. */
export class VoiceTelemetryEvent extends ElementEvent<VoiceTelemetry> {
  readonly name: VoiceTelemetry['name'];
  readonly ms: VoiceTelemetry['ms'];
  readonly transport: VoiceTelemetry['transport'];
  readonly itemId: VoiceTelemetry['itemId'];
  readonly tool: VoiceTelemetry['tool'];
  readonly outcome: VoiceTelemetry['outcome'];
  readonly code: VoiceTelemetry['code'];

  constructor(telemetry: VoiceTelemetry) {
    super('voice-telemetry', telemetry);
    const { name, ms, transport, itemId, tool, outcome, code } = telemetry;
    this.name = name;
    this.ms = ms;
    this.transport = transport;
    this.itemId = itemId;
    this.tool = tool;
    this.outcome = outcome;
    this.code = code;
  }
}

/** Who has the conversation now, and what was said before. */
export interface VoiceHandover {
  readonly to: 'agent' | 'person';
  /** What the transcript calls them; undefined where nobody said. */
  readonly name: string | undefined;
  readonly transcript: readonly TranscriptEntry[];
}

/** Another agent has the conversation, or a person of the page's own, whose words come through `sendAs`. */
export class VoiceHandoverEvent extends ElementEvent<VoiceHandover> {
  readonly to: VoiceHandover['to'];
  readonly name: VoiceHandover['name'];
  readonly transcript: VoiceHandover['transcript'];

  constructor(handover: VoiceHandover) {
    super('voice-handover', handover);
    this.to = handover.to;
    this.name = handover.name;
    this.transcript = handover.transcript;
  }
}
