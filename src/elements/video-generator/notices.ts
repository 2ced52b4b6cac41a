// Trouble with a draft as words beside the right control. Pure.
import type { VoxreelError } from '../../core/errors.js';
import type { Formats } from '../shared/formats.js';
import { fill } from '../shared/strings.js';
import { isChip } from './chips.js';
import type { ComposerNotice } from './composer-controller.js';
import type { ModelInfo, Problem } from './draft.js';
import type { VideoWords } from './video-words.js';

export function noticeOfProblem(problem: Problem, words: VideoWords, formats: Formats): ComposerNotice {
  if (problem.param === 'model') return { param: 'model', text: words.modelMissing };
  const text = problem.kind === 'missing' ? words.promptMissing : fill(words.promptTooLong, { count: formats.number(problem.excess) });
  return { param: 'prompt', text };
}

/** A field's own message is shown as it came; anything else in our words. */
export function noticeOfError(error: VoxreelError, info: ModelInfo, words: VideoWords): ComposerNotice {
  const said = words.errors[error.code];
  const text =
    error.param !== undefined || said === undefined
      ? error.message
      : [said.title, said.hint].filter((part) => part !== undefined).join(' ');
  return { param: controlOf(error.param, info), text };
}

const controls: Readonly<Record<string, string>> = { width: 'size', height: 'size', last_image: 'lastImage', metadata: 'more' };

/** The control a field of the draft is changed in; `form` where there is none. */
function controlOf(param: string | undefined, info: ModelInfo): string {
  if (param === undefined) return 'form';
  if (!param.startsWith('metadata.')) return controls[param] ?? param;
  const name = param.slice('metadata.'.length);
  const field = info.fields.find((candidate) => candidate.name === name);
  return field !== undefined && isChip(field) && field.kind !== 'boolean' ? `metadata.${name}` : 'more';
}
