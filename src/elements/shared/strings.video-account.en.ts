// English for what <video-generator> takes along into an account. Loaded with it.
import { errorWords } from './strings.errors.en.js';
import type { WordsOf } from './words-of.js';

export const videoAccountEnglish = {
  offer: {
    one: 'This browser has a video from before you signed in. Add it to your account?',
    other: 'This browser has {count} videos from before you signed in. Add them to your account?',
  },
  take: 'Add to my account',
  leave: 'Leave here',
  taken: { one: 'One video is in your account', other: '{count} videos are in your account' },
  errors: errorWords,
};

/** The words of the offer to take along into an account what was made before the login. */
export type VideoAccountWords = WordsOf<typeof videoAccountEnglish>;
