// English for the tools of a history in <video-generator>. Loaded with them.
import { errorWords } from './strings.errors.en.js';
import type { WordsOf } from './strings.js';

export const videoHistoryEnglish = {
  count: { one: '1 video in the history.', other: '{count} videos in the history.' },
  setAside: {
    one: '1 could not be read, or comes from a later version: it is left as it is.',
    other: '{count} could not be read, or come from a later version: they are left as they are.',
  },
  memoryOnly: 'It ends with this page.',
  kept: { one: '1 video kept here: {size} of {limit}.', other: '{count} videos kept here: {size} of {limit}.' },
  room: 'Room for kept videos',
  drop: 'Free this space…',
  dropAsk: 'Drop every file kept in this browser? The history stays; a video whose link has ended cannot be had again.',
  dropYes: 'Drop the files',
  dropped: 'The kept files are gone.',
  export: 'Export',
  import: 'Import…',
  imported: { other: '{count} added.' },
  skippedExists: { one: '1 was here already.', other: '{count} were here already.' },
  skippedInvalid: { other: '{count} could not be read.' },
  skippedNewer: { one: '1 comes from a later version.', other: '{count} come from a later version.' },
  importWrong: 'This file is no history of videos.',
  clear: 'Clear…',
  clearAsk: 'Remove every finished video from this history, with its kept file? This cannot be undone.',
  clearYes: 'Remove them',
  cleared: { other: '{count} removed.' },
  no: 'Keep them',
  errors: errorWords,
};

export type VideoHistoryWords = WordsOf<typeof videoHistoryEnglish>;
