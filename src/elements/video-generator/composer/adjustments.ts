// What of a draft the chosen model leaves out or changes, in words. Pure.
import type { VideoDraft } from '../../../core/providers/provider.js';
import { imageFields, numberFields, type FieldOf, type NumberField } from '../../../protocol/video-fields.js';
import type { Formats } from '../../shared/formats.js';
import { fill } from '../../shared/strings.js';
import type { VideoPanelWords } from './panel-words.js';
import type { VideoWords } from '../video-words.js';

type Words = VideoWords & VideoPanelWords;

const named = [...numberFields, ...imageFields];

/** What a field of the draft is called. Both sides of the picture are one control. */
export function fieldLabel(name: NumberField | FieldOf<'image'>, words: VideoWords): string {
  switch (name) {
    case 'width':
    case 'height':
      return words.size;
    case 'image':
      return words.firstFrame;
    case 'lastImage':
      return words.lastFrame;
    default:
      return words[name];
  }
}

/** `draft` as it was asked for, `settled` as it would be sent. */
export function adjustments(draft: VideoDraft, settled: VideoDraft, words: Words, formats: Formats): readonly string[] {
  const asked = named.filter((name) => draft[name] !== undefined && draft[name] !== settled[name]);
  const tell = (sentence: string, which: typeof named) => {
    const names = new Set(which.map((name) => fieldLabel(name, words)));
    return names.size === 0 ? [] : [fill(sentence, { names: formats.list(names) })];
  };
  const isLost = (name: (typeof named)[number]) => settled[name] === undefined;
  return [
    ...tell(words.ignored, asked.filter(isLost)),
    ...tell(
      words.adjusted,
      asked.filter((name) => !isLost(name)),
    ),
  ];
}
