// Which chips stand under the prompt and what they say. Pure: the same draft, model and words give the same chips.
import type { FormField } from '../../../core/providers/fields.js';
import type { ProviderLimits, VideoDraft } from '../../../core/providers/provider.js';
import type { Formats } from '../../shared/formats.js';
import { fill, fillCount } from '../../shared/strings.js';
import type { ModelInfo } from './draft.js';
import type { VideoWords } from '../video-words.js';

export interface Chip {
  /** The control it opens: a draft field, `more`, or `metadata.<name>`. */
  readonly name: string;
  /** Before the value, where the value does not speak for itself. */
  readonly label?: string | undefined;
  readonly value: string;
  /** What the value is of, for those who cannot see it beside the others; absent where the value says it. */
  readonly title?: string | undefined;
  /** A yes/no chip is its own control. */
  readonly pressed?: boolean | undefined;
}

export interface ChipContext {
  readonly draft: VideoDraft;
  readonly info: ModelInfo;
  readonly words: VideoWords;
  readonly formats: Formats;
}

/** `draft` is the settled one: a chip says what would be sent. */
export function chipsOf({ draft, info, words, formats }: ChipContext): readonly Chip[] {
  const { limits, fields } = info;
  const plain = (name: string, title: string, value: string | undefined): Chip =>
    value === undefined ? { name, title, label: title, value: words.auto } : { name, title, value };
  const chips: Chip[] = [
    { name: 'model', title: words.model, label: words.model, value: draft.model || words.modelNone },
    plain('duration', words.duration, draft.duration === undefined ? undefined : formats.seconds(draft.duration)),
    plain('size', words.size, draft.width === undefined ? undefined : `${draft.width} × ${draft.height ?? draft.width}`),
    plain('fps', words.fps, draft.fps === undefined ? undefined : fill(words.fpsValue, { count: formats.number(draft.fps) })),
  ];
  if (limits.n === undefined || limits.n.max > 1)
    chips.push({ name: 'n', title: words.n, value: fillCount(words.nValue, draft.n ?? 1, formats) });
  chips.push({ name: 'seed', title: words.seed, label: words.seed, value: draft.seed === undefined ? words.random : String(draft.seed) });
  const shown = chips.filter((chip) => !ignores(limits, chip.name));
  for (const field of fields) if (isChip(field)) shown.push(chipOfField(field, draft.metadata?.[field.name], words, formats));
  shown.push({ name: 'more', value: `${words.more}…` });
  return shown;
}

/** A chip for what the model makes no use of would promise too much. */
const ignores = ({ ignores: names = [] }: ProviderLimits, chip: string): boolean =>
  chip === 'size' ? names.includes('width') || names.includes('height') : names.some((name) => name === chip);

/** Long texts, pictures and raw JSON do not fit a chip: they stand behind More with the rare ones. */
export const isChip = (field: FormField): boolean =>
  field.rare !== true && (field.kind === undefined || ['text', 'number', 'integer', 'boolean', 'choice'].includes(field.kind));

export const labelOf = (field: FormField): string => field.label ?? sentence(field.name);

/** `movement_amplitude` as `Movement amplitude`. */
function sentence(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A choice as its provider calls it; a number as the language writes it. */
export function shownAs({ choiceLabels }: FormField, value: unknown, formats: Formats): string {
  if (typeof value !== 'number' && typeof value !== 'string') return '';
  const label = choiceLabels && Object.hasOwn(choiceLabels, value) ? choiceLabels[value] : undefined;
  return label ?? (typeof value === 'number' ? formats.number(value) : value);
}

function chipOfField(field: FormField, given: unknown, words: VideoWords, formats: Formats): Chip {
  const value = given ?? field.default;
  const label = labelOf(field);
  const name = `metadata.${field.name}`;
  if (field.kind === 'boolean') return { name, label, title: label, value: value === true ? words.on : words.off, pressed: value === true };
  return { name, label, title: label, value: shownAs(field, value, formats) || words.auto };
}
