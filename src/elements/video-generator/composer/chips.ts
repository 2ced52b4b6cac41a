// Which chips stand under the prompt and what they say. Pure: the same draft, model and words give the same chips.
import type { FormField } from '../../../core/drafts/metadata-fields.js';
import type { ProviderLimits, VideoDraft } from '../../../core/providers/provider.js';
import type { FieldOf, NumberField } from '../../../protocol/video-fields.js';
import type { Formats } from '../../shared/formats.js';
import { fill, fillCount } from '../../shared/strings.js';
import { formNumbers, type ModelInfo } from './draft.js';
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

/** With its unit, where it has one that is written. */
export function numberText(name: NumberField, value: number, words: VideoWords, formats: Formats): string {
  if (name === 'duration') return formats.seconds(value);
  return name === 'fps' ? fill(words.fpsValue, { count: formats.number(value) }) : formats.number(value);
}

/** `draft` is the settled one: a chip says what would be sent. */
export function chipsOf(context: ChipContext): readonly Chip[] {
  const { draft, info, words, formats } = context;
  const chips: Chip[] = [{ name: 'model', title: words.model, label: words.model, value: draft.model || words.modelNone }];
  for (const name of formNumbers) chips.push(...chipOfNumber(name, context));
  const shown = chips.filter((chip) => !ignores(info.limits, chip.name));
  for (const field of info.fields) if (isChip(field)) shown.push(chipOfField(field, draft.metadata?.[field.name], words, formats));
  shown.push({ name: 'more', value: `${words.more}…` });
  return shown;
}

function chipOfNumber(name: NumberField, { draft, info: { limits }, words, formats }: ChipContext): readonly Chip[] {
  const title = fieldLabel(name, words);
  const value = draft[name];
  const chip = (shown: string | undefined, control: string = name): readonly Chip[] =>
    shown === undefined ? [{ name: control, title, label: title, value: words.auto }] : [{ name: control, title, value: shown }];
  switch (name) {
    case 'width':
      return chip(value === undefined ? undefined : `${value} × ${draft.height ?? value}`, 'size');
    case 'height':
      return [];
    case 'n':
      return limits.n === undefined || limits.n.max > 1 ? chip(fillCount(words.nValue, value ?? 1, formats)) : [];
    case 'seed':
      return [{ name, title, label: title, value: value === undefined ? words.random : String(value) }];
    default:
      return chip(value === undefined ? undefined : numberText(name, value, words, formats));
  }
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
