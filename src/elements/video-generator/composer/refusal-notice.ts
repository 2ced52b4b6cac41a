// A refused draft as words beside the control it is about. Pure.
import type { VoxreelError } from '../../../core/errors.js';
import { errorText } from '../../shared/error-text.js';
import { isChip } from './chips.js';
import type { ComposerNotice } from './composer-controller.js';
import type { ModelInfo } from './draft.js';
import type { VideoPanelWords } from './panel-words.js';

/** A field's own message is shown as it came; anything else in our words. */
export function refusalNotice(error: VoxreelError, info: ModelInfo, words: VideoPanelWords): ComposerNotice {
  const asItCame = info.words?.messages?.[error.message] ?? error.message;
  const text = error.param === undefined ? (errorText(words.errors, error.code) ?? asItCame) : asItCame;
  return { param: controlOf(error.param, info), text };
}

const controls: Readonly<Record<string, string>> = { width: 'size', height: 'size', last_image: 'lastImage', metadata: 'more' };

/** The control a field of the draft is changed in; `form` where there is none. */
function controlOf(param: string | undefined, info: ModelInfo): string {
  if (param === undefined) return 'form';
  if (param.startsWith('references')) return 'references';
  if (!param.startsWith('metadata.')) return controls[param] ?? param;
  const name = param.slice('metadata.'.length);
  const field = info.fields.find((candidate) => candidate.name === name);
  return field !== undefined && isChip(field) && field.kind !== 'boolean' ? `metadata.${name}` : 'more';
}
