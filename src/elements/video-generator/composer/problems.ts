// What keeps a draft from being sent, as words beside the right control. Pure.
import type { VideoDraft } from '../../../core/providers/provider.js';
import type { Formats } from '../../shared/formats.js';
import { fillCount } from '../../shared/strings.js';
import type { ComposerNotice } from './composer-controller.js';
import type { ModelInfo } from './draft.js';
import type { VideoPanelWords } from './panel-words.js';

export function problemWith(
  draft: VideoDraft,
  { limits }: ModelInfo,
  words: VideoPanelWords,
  formats: Formats,
): ComposerNotice | undefined {
  if (draft.prompt.trim() === '') return { param: 'prompt', text: words.promptMissing };
  const excess = draft.prompt.length - (limits.promptLength ?? Infinity);
  if (excess > 0) return { param: 'prompt', text: fillCount(words.promptTooLong, excess, formats) };
  return draft.model === '' ? { param: 'model', text: words.modelMissing } : undefined;
}
