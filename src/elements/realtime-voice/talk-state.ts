// What the round button shows and does.
import type { Phase } from '../../core/realtime/connection/connection.js';

export type TalkState = 'off' | 'connecting' | 'live' | 'muted' | 'hold' | 'held';

export interface TalkInput {
  readonly phase: Phase;
  readonly microphoneOpen: boolean;
  readonly muted: boolean;
  readonly pushToTalk: boolean;
  readonly held: boolean;
}

export function talkStateOf({ phase, microphoneOpen, muted, pushToTalk, held }: TalkInput): TalkState {
  if (phase === 'connecting' || phase === 'reconnecting') return 'connecting';
  if (phase !== 'open' || !microphoneOpen) return 'off';
  if (pushToTalk) return held ? 'held' : 'hold';
  return muted ? 'muted' : 'live';
}
