// Audio deltas to the speaker.
import type { Speaker } from '../../audio/speaker.js';
import { createAnswerSound, type AnswerSoundOptions } from '../speech/answer-sound.js';
import type { Effect } from './effect.js';

export interface PlaybackOptions extends Omit<AnswerSoundOptions, 'player'> {
  readonly speaker: () => Speaker | undefined;
  /** The wire has a thread of its own that plays what comes. */
  readonly byThread?: (() => boolean) | undefined;
}

export function createPlayback({ speaker: speakerOf, byThread, ...options }: PlaybackOptions): Effect {
  let isAudible = false;
  const speaker = () => (isAudible ? speakerOf() : undefined);
  const sound = createAnswerSound({ ...options, player: () => (byThread?.() === true ? undefined : speaker()) });
  return {
    opened({ audio }) {
      isAudible = audio !== 'none';
    },
    event(event) {
      sound(event);
      if (event.type === 'response.created') speaker()?.hush(false);
    },
    lost() {
      isAudible = false;
    },
  };
}
