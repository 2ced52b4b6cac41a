// English for the sheet of <realtime-voice> that makes a video of a conversation. Loaded with it.
import type { WordsOf } from './words-of.js';

export const filmEnglish = {
  film: 'Save as video',
  title: 'Title',
  titleHint: 'Shown at the beginning. Leave it empty for no title.',
  look: 'Background',
  light: 'Light',
  dark: 'Dark',
  note: 'The video has the recorded audio and each line at the moment it was heard. Your browser makes it; nothing is uploaded. The file is tagged “AI-generated”.',
  make: 'Make video',
  cancel: 'Cancel',
  progress: 'Progress',
  making: 'Making the video.',
  saved: 'Saved as {name}.',
  cancelled: 'Cancelled. No file was saved.',
  noSound: 'No audio of this conversation was recorded on this page, so there is nothing to make a video of.',
  noLines: 'The recorded part has no transcript, so there is nothing to show in a video.',
  cannotMake: 'This browser cannot make videos. Chrome and Edge can, Safari from version 16.4 and Firefox from 130.',
  failed: 'The video could not be made.',
};

/** The words of the sheet that makes a video of a conversation. */
export type FilmWords = WordsOf<typeof filmEnglish>;
