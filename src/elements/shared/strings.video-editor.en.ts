// English for the editor of <video-generator>. Loaded with it.
import type { WordsOf } from './words-of.js';

export const videoEditorEnglish = {
  title: 'Edit clip',
  chainTitle: 'Chain of {count} clips as one',
  opening: 'Opening the video',
  joining: 'Joining the clips',
  start: 'Start',
  end: 'End',
  format: 'File',
  formatMp4: 'MP4 video',
  formatWebm: 'WebM video',
  formatGif: 'GIF (moving, no sound)',
  formatWebp: 'WebP (moving, no sound)',
  formatPng: 'PNG (the picture shown)',
  shape: 'Shape',
  shapeSame: 'Original',
  speed: 'Speed',
  plays: 'Plays',
  playsOnce: 'Once',
  mute: 'Without sound',
  captions: 'Captions',
  captionsHint: 'An empty line starts the next caption. Captions share the clip’s time equally.',
  note: 'Your browser makes the file; nothing is uploaded. The file is tagged “AI-generated”. Content credentials (C2PA) of the original are not carried over.',
  save: 'Save file',
  cancel: 'Cancel',
  progress: 'Progress',
  saved: 'Saved as {name}.',
  cancelled: 'Cancelled. No file was saved.',
  cannotRead: 'This page cannot read the video from its host. Download it and edit it elsewhere.',
  cannotMake: 'This browser cannot make this file. Choose another format or another browser.',
  cannotHear: 'This browser cannot work with the sound of this video. Choose “Without sound” or another browser.',
  captionTooLong: 'A caption is too long for the picture. Shorten or split it.',
  tooLong: 'The clip is too long for this format. Shorten it.',
  failed: 'The file could not be made.',
};

/** The words of the editor. */
export type VideoEditorWords = WordsOf<typeof videoEditorEnglish>;
