// English for the account of <video-generator>. Loaded with it.
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

/** The words of the question whether to take along what was made before the login. */
export type VideoAccountWords = WordsOf<typeof videoAccountEnglish>;
