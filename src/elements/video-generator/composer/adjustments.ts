// What of a draft the chosen model leaves out or changes, in words. Pure.
import type { VideoDraft } from '../../../core/providers/provider.js';
import type { Formats } from '../../shared/formats.js';
import { fill } from '../../shared/strings.js';
import type { VideoPanelWords } from './panel-words.js';
import type { VideoWords } from '../video-words.js';

type Words = VideoWords & VideoPanelWords;

const named: readonly (readonly [keyof VideoDraft, (words: Words) => string])[] = [
  ['duration', (words) => words.duration],
  ['width', (words) => words.size],
  ['height', (words) => words.size],
  ['fps', (words) => words.fps],
  ['n', (words) => words.n],
  ['seed', (words) => words.seed],
  ['image', (words) => words.firstFrame],
  ['lastImage', (words) => words.lastFrame],
];

/** `draft` as it was asked for, `settled` as it would be sent. */
export function adjustments(draft: VideoDraft, settled: VideoDraft, words: Words, formats: Formats): readonly string[] {
  const asked = named.filter(([name]) => draft[name] !== undefined && draft[name] !== settled[name]);
  const tell = (sentence: string, which: typeof named) => {
    const names = new Set(which.map(([, nameIn]) => nameIn(words)));
    return names.size === 0 ? [] : [fill(sentence, { names: formats.list(names) })];
  };
  const isLost = ([name]: (typeof named)[number]) => settled[name] === undefined;
  return [
    ...tell(words.ignored, asked.filter(isLost)),
    ...tell(
      words.adjusted,
      asked.filter((one) => !isLost(one)),
    ),
  ];
}
