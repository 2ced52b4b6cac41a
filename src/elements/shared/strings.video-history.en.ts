// English for the tools of a history in <video-generator>. Loaded with them.
import { errorWords } from './strings.errors.en.js';

export const videoHistoryEnglish = {
  count: '{count} videos in the history.',
  countOne: '1 video in the history.',
  setAside: '{count} could not be read, or come from a later version: they are left as they are.',
  setAsideOne: '1 could not be read, or comes from a later version: it is left as it is.',
  memoryOnly: 'It ends with this page.',
  kept: '{count} videos kept here: {size} of {limit}.',
  keptOne: '1 video kept here: {size} of {limit}.',
  room: 'Room for kept videos',
  drop: 'Free this space…',
  dropAsk: 'Drop every file kept in this browser? The history stays; a video whose link has ended cannot be had again.',
  dropYes: 'Drop the files',
  dropped: 'The kept files are gone.',
  export: 'Export',
  import: 'Import…',
  imported: '{count} added.',
  skippedExists: '{count} were here already.',
  skippedInvalid: '{count} could not be read.',
  skippedNewer: '{count} come from a later version.',
  importWrong: 'This file is no history of videos.',
  clear: 'Clear…',
  clearAsk: 'Remove every finished video from this history, with its kept file? This cannot be undone.',
  clearYes: 'Remove them',
  cleared: '{count} removed.',
  no: 'Keep them',
  errors: errorWords,
};

export type VideoHistoryWords = typeof videoHistoryEnglish;
