// What keeps a draft from being sent, as words beside the right control. Pure.
import type { Formats } from '../shared/formats.js';
import { fill } from '../shared/strings.js';
import type { ComposerNotice } from './composer-controller.js';
import type { Problem } from './draft.js';
import type { VideoWords } from './video-words.js';

export function noticeOfProblem(problem: Problem, words: VideoWords, formats: Formats): ComposerNotice {
  if (problem.param === 'model') return { param: 'model', text: words.modelMissing };
  const text = problem.kind === 'missing' ? words.promptMissing : fill(words.promptTooLong, { count: formats.number(problem.excess) });
  return { param: 'prompt', text };
}
