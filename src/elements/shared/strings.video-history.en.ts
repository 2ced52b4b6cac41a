// English for the tools of a history in <video-generator>. Loaded with them.
import { errorWords } from './strings.errors.en.js';
import type { WordsOf } from './words-of.js';

export const videoHistoryEnglish = {
  count: { one: '1 video in the history.', other: '{count} videos in the history.' },
  setAside: {
    one: '1 could not be read or comes from a later version. It is left unchanged.',
    other: '{count} could not be read or come from a later version. They are left unchanged.',
  },
  memoryOnly: 'It is gone when you leave this page.',
  kept: { one: '1 video kept here: {size} of {limit}.', other: '{count} videos kept here: {size} of {limit}.' },
  room: 'Space for kept videos',
  drop: 'Delete kept files…',
  dropAsk: 'Delete every file kept in this browser? The history stays, but a video whose link has expired cannot be recovered.',
  dropYes: 'Delete files',
  dropped: 'The kept files were deleted.',
  export: 'Export',
  import: 'Import…',
  imported: { one: '1 added.', other: '{count} added.' },
  skippedExists: { one: '1 was already here.', other: '{count} were already here.' },
  skippedInvalid: { one: '1 could not be read.', other: '{count} could not be read.' },
  skippedNewer: { one: '1 comes from a later version.', other: '{count} come from a later version.' },
  importWrong: 'This file is not a video history.',
  clear: 'Clear…',
  clearAsk: 'Remove every finished video from this history, with its kept file? This cannot be undone.',
  clearYes: 'Remove them',
  cleared: { one: '1 removed.', other: '{count} removed.' },
  no: 'Keep them',
  spending: 'Spending',
  spentMonth: '{amount} this month',
  spentNothing: 'nothing this month',
  spentBy: 'Add up by',
  byMonth: 'Month',
  byDay: 'Day',
  byModel: 'Model',
  spentVideos: 'Requests',
  spentAmount: 'Cost',
  spentUnknown: 'Not known',
  spentUnpriced: { one: 'The price of 1 request is not known.', other: 'The prices of {count} requests are not known.' },
  spentNote: 'As the service reported it, or by the price when it was sent. Removed videos are not counted.',
  clearRestorable: {
    one: 'Remove every finished video from this history, on all your devices? They can be restored for {count} day.',
    other: 'Remove every finished video from this history, on all your devices? They can be restored for {count} days.',
  },
  errors: errorWords,
};

/** The words of the history and its tools. */
export type VideoHistoryWords = WordsOf<typeof videoHistoryEnglish>;
