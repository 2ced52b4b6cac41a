// What is going on, in one word.
import type { Phase } from '../../core/realtime/connection/connection.js';
import type { ConversationState } from '../../core/store/conversation-state.js';

export type Status =
  | 'ready'
  | 'connecting'
  | 'listening'
  | 'answering'
  | 'speaking'
  | 'muted'
  | 'open'
  | 'reconnecting'
  | 'ended'
  | 'failed';

export interface StatusInput {
  readonly phase: Phase;
  readonly state: ConversationState | undefined;
  /** The answer is sounding now. */
  readonly sounding: boolean;
  readonly talking: boolean;
  readonly muted: boolean;
}

const atRest: Readonly<Record<Exclude<Phase, 'open'>, Status>> = {
  idle: 'ready',
  connecting: 'connecting',
  reconnecting: 'reconnecting',
  closed: 'ended',
  failed: 'failed',
};

export function statusOf({ phase, state, sounding, talking, muted }: StatusInput): Status {
  if (phase !== 'open') return atRest[phase];
  if (sounding) return 'speaking';
  if (state?.activeResponseId !== undefined && !state.speech.active) return 'answering';
  if (talking) return 'listening';
  return muted ? 'muted' : 'open';
}
