// Which chips stand under the prompt and what they say. Pure: the same draft, model and words give the same chips.
import type { FormField } from '../../../core/drafts/metadata-fields.js';
import type { ProviderLimits, VideoDraft } from '../../../core/providers/provider.js';
import type { NumberField } from '../../../protocol/video-fields.js';
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
  const plain = (name: string, title: string, value: string | undefined): Chip =>
    value === undefined ? { name, title, label: title, value: words.auto } : { name, title, value };
  const { duration, width, fps, n, seed } = draft;
  // Spelt out, since a page's first load does without the list of fields: the type holds it to the list. One chip is for both sides.
  const numbers: { readonly [N in Exclude<NumberField, 'height'>]: Chip } = {
    duration: plain('duration', words.duration, duration === undefined ? undefined : formats.seconds(duration)),
    width: plain('size', words.size, width === undefined ? undefined : `${width} × ${draft.height ?? width}`),
    fps: plain('fps', words.fps, fps === undefined ? undefined : fill(words.fpsValue, { count: formats.number(fps) })),
    n: { name: 'n', title: words.n, value: fillCount(words.nValue, n ?? 1, formats) },
    seed: { name: 'seed', title: words.seed, label: words.seed, value: seed === undefined ? words.random : String(seed) },
  };
  return [
    { name: 'model', title: words.model, label: words.model, value: titleOf(draft, info) || words.modelNone },
    ...Object.values(numbers).filter(({ name }) => !isIdle(name, info.limits)),
    ...info.fields.filter(isChip).map((field) => chipOfField(field, draft.metadata?.[field.name], words, formats)),
    { name: 'more', value: `${words.more}…` },
  ];
}

/** Its name, for the model of the draft: the description may still be that of the one before. */
const titleOf = ({ model }: VideoDraft, { offered }: ModelInfo): string =>
  offered?.id === model && offered.title !== undefined ? offered.title : model;

/** A chip for a field that the model ignores, or for a single choice, would promise too much. */
const isIdle = (chip: string, { n, ignores = [] }: ProviderLimits): boolean =>
  chip === 'size'
    ? ignores.includes('width') || ignores.includes('height')
    : (chip === 'n' && n !== undefined && n.max <= 1) || ignores.some((name) => name === chip);

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
