// English for references in <video-generator>: their tiles, their panel and their library. Loaded with them.
import { errorWords } from './strings.errors.en.js';
import type { WordsOf } from './words-of.js';

export const videoReferencesEnglish = {
  name: 'Name',
  role: 'Shows',
  person: 'Person',
  object: 'Object',
  style: 'Style',
  anything: 'Not stated',
  hint: 'Write {name} in the prompt to say where it appears.',
  hintNew: 'Pictures of people, objects or styles that the video is to show. It starts with none of them.',
  addHint: 'Drop or paste a picture here, or',
  most: { one: 'This model takes 1 picture.', other: 'This model takes up to {count} pictures.' },
  alone: 'This model takes references or frames, not both.',
  keep: 'Keep in library',
  kept: 'In your library',
  remove: 'Remove {name}',
  library: 'Library',
  libraryHint: 'Kept in this browser only.',
  forget: 'Delete {name} from the library',
  mentions: 'References',
  mentionsFound: { one: '1 reference. Arrow keys choose, Enter inserts.', other: '{count} references. Arrow keys choose, Enter inserts.' },
  nameWrong: 'A name takes letters, digits, hyphens and underscores.',
  nameTaken: 'There is another reference of this name.',
  noPicture: 'This is not a picture.',
  unreadable: 'This browser cannot read the picture: choose a JPEG or PNG.',
  errors: errorWords,
};

/** The words of reference pictures. */
export type VideoReferenceWords = WordsOf<typeof videoReferencesEnglish>;
