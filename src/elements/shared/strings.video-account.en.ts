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
  used: '{size} in your account.',
  usedOf: '{size} of {limit} in your account.',
  room: 'Space in your account',
  deleted: 'Recently deleted',
  deletedNote: { one: 'Deleted for good after {count} day.', other: 'Deleted for good after {count} days.' },
  deletedAt: 'Deleted {when} · {size}',
  deletedNone: 'Nothing was deleted recently.',
  deletedMore: 'Show more',
  restore: 'Restore',
  restored: 'The video was restored.',
  erase: 'Delete for good…',
  eraseAsk: 'Delete this video for good, with its file? This cannot be undone.',
  eraseAll: 'Delete all for good…',
  eraseAllAsk: 'Delete everything listed here for good, with the files? This cannot be undone.',
  eraseYes: 'Delete for good',
  erased: 'Deleted for good.',
  no: 'Keep',
  clearAsk: {
    one: 'Remove every finished video from this history, on all your devices? They can be restored for {count} day.',
    other: 'Remove every finished video from this history, on all your devices? They can be restored for {count} days.',
  },
  errors: errorWords,
};

/** The words of an account: what is taken along into it, what it has room for, and what was deleted from it. */
export type VideoAccountWords = WordsOf<typeof videoAccountEnglish>;
