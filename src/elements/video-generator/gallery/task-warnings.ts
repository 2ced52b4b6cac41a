// Warnings of a task in the language in force. They are kept with it in English: known sentences are translated, others shown as they came.
import { fill } from '../../shared/strings.js';
import type { VideoGalleryWords } from './gallery-words.js';

type Sentence = Extract<keyof VideoGalleryWords, `warning${string}`>;

/** What the core writes, with the places of what it names. The first that fits is meant. */
const known: readonly (readonly [pattern: RegExp, sentence: Sentence])[] = [
  [/^(?<name>.+) makes no use of metadata\.(?<field>.+): it is left out\.$/, 'warningLost'],
  [/^(?<name>.+) makes no use of (?<field>[^.]+)\.$/, 'warningIgnored'],
  [/^(?<name>.+) takes no picture: it is left out\.$/, 'warningPicture'],
  [/^(?<name>.+) takes no last frame: it is left out\.$/, 'warningLastFrame'],
  [/^metadata\.(?<field>.+) gives way to .+\.$/, 'warningGivesWay'],
  [/^\w+ was made smaller to be sent: from (?<from>.+) to (?<to>.+)\.$/, 'warningSmaller'],
];

export function warningIn(words: VideoGalleryWords, warning: string): string {
  for (const [pattern, sentence] of known) {
    const places = pattern.exec(warning)?.groups;
    if (places !== undefined) return fill(words[sentence], places);
  }
  return warning;
}
