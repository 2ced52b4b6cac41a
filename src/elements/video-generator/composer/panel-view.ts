// The control a chip opens, in place. Loaded when the first chip is pressed. Pure templates over a context.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import type { FormField } from '../../../core/drafts/metadata-fields.js';
import {
  imageFields,
  isNumberField,
  limitOf,
  numberFields,
  videoFields,
  type NumberField,
  type Range,
  type VideoField,
} from '../../../protocol/video-fields.js';
import type { Formats } from '../../shared/formats.js';
import { checks } from '../../shared/checks.styles.js';
import { fields } from '../../shared/fields.styles.js';
import { progressBar } from '../../shared/progress.styles.js';
import { fill, fillCount } from '../../shared/strings.js';
import { fieldLabel } from './adjustments.js';
import { isChip, labelOf } from './chips.js';
import { isList, sizeOf, type ModelInfo } from './draft.js';
import { fieldView, moreJsonView, numberView, optionsView } from './fields-view.js';
import { fileButton } from './file-button.styles.js';
import { framePanelView } from './frame-view.js';
import { isNegativePrompt } from './help/negative-prompt.js';
import type { PanelContext } from './panel-context.js';
import { panelStyles } from './panel.styles.js';
import type { VideoWords } from '../video-words.js';

export { FanOut } from './fan-out.js';
export { ModelPicker } from './model-picker.js';
export { setFrame, takeDropped } from './frame-taker.js';
export { frameNotes, framePreview } from './frame-view.js';

export function panelView(context: PanelContext): TemplateResult {
  const title = titleOf(context);
  return html`<div
    class="panel-body"
    role="group"
    aria-label=${title}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== 'Escape' && !(event.key === 'Enter' && endsByEnter(event))) return;
      event.preventDefault();
      event.stopPropagation();
      // A field tells what was written when it is left, and in Firefox not when it is taken away.
      if (event.target instanceof HTMLElement) event.target.blur();
      context.close();
    }}
  >
    ${bodyOf(context)} ${context.notice === undefined ? nothing : html`<p class="problem">${context.notice}</p>`}
  </div>`;
}

/** Enter in a field is the end of it; on a button for files it opens their list, and while characters are composed it chooses one. */
const endsByEnter = ({ target, isComposing }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement && target.type !== 'file' && !isComposing;

function titleOf({ open, words, info }: PanelContext): string {
  const field = fieldNamed(open, info);
  if (field !== undefined) return labelOf(field);
  const { model, size, more, references, promptHelp: help } = words;
  const titles: Readonly<Record<string, string>> = { model, size, more, references, help };
  const name = [...numberFields, ...imageFields].find((one) => one === open);
  return name === undefined ? (titles[open] ?? open) : fieldLabel(name, words);
}

const fieldNamed = (open: string, info: ModelInfo): FormField | undefined => info.fields.find((field) => `metadata.${field.name}` === open);

const bodies: Readonly<Record<string, (context: PanelContext) => TemplateResult | typeof nothing>> = {
  model: modelView,
  size: sizeView,
  n: countView,
  seed: seedView,
  more: moreView,
  references: ({ references }) => references?.view() ?? nothing,
  help: ({ help, tasks }) => help?.view(tasks) ?? nothing,
  image: (context) => framePanelView('image', context),
  lastImage: (context) => framePanelView('lastImage', context),
};

function bodyOf(context: PanelContext): TemplateResult | typeof nothing {
  const field = fieldNamed(context.open, context.info);
  const { open } = context;
  if (field === undefined) return bodies[open]?.(context) ?? (isNumberField(open) ? numberFieldView(open, context) : nothing);
  const value = context.draft.metadata?.[field.name];
  if (!isNegativePrompt(field)) return fieldView(field, value, context);
  return context.help?.negativeView(field, value ?? field.default, (text) => context.changeMetadata({ [field.name]: text })) ?? nothing;
}

/** From this many on one finds a model by typing. */
const searchFrom = 9;

function modelView(context: PanelContext): TemplateResult {
  const { draft, groups, picker, words, change, close } = context;
  if (groups.flatMap(({ models }) => models).length >= searchFrom)
    return picker.view({ model: draft.model, groups, words, pick: (model) => change({ model }), close });
  const listed = groups.some((group) => group.models.includes(draft.model));
  const globs = groups.flatMap((group) => group.globs).filter((glob) => glob !== '*');
  return html`${groups
      .filter((group) => group.models.length > 0)
      .map(
        (group) =>
          html`<div class="group" role="group" aria-label=${group.title}>
            <span class="label" aria-hidden="true">${group.title}</span>
            ${optionsView({
              name: 'model',
              value: draft.model,
              options: group.models.map((model) => ({ value: model, label: group.titles[model] ?? model })),
              pick: (model) => change({ model }),
              close,
            })}
          </div>`,
      )}
    <label class="field">
      <span class="label">${words.modelOther}</span>
      <input
        class="input"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        .value=${live(listed ? '' : draft.model)}
        @change=${(event: Event) => event.target instanceof HTMLInputElement && event.target.value.trim() && change({ model: event.target.value.trim() })}
      />
      ${globs.length === 0 ? nothing : html`<span class="hint">${fill(words.modelOtherHint, { names: globs.join(', ') })}</span>`}
    </label>`;
}

/** Offered where a provider names no values: what most models make. Left alone, the service decides. */
const usual: { readonly [name in NumberField]?: readonly number[] } = { duration: [5, 10], fps: [24, 30] };
const usualSizes = ['1280x720', '720x1280', '960x960'];

/** With its unit, where it has one that is written. */
function numberText(name: NumberField, value: number, words: VideoWords, formats: Formats): string {
  const { unit }: VideoField = videoFields[name];
  if (unit === 'seconds') return formats.seconds(value);
  return unit === 'frames per second' ? fill(words.fpsValue, { count: formats.number(value) }) : formats.number(value);
}

const within = ({ min, max }: Range, values: readonly number[]): readonly number[] => values.filter((one) => one >= min && one <= max);

/** The control of a number that needs none of its own. */
function numberFieldView(name: NumberField, context: PanelContext): TemplateResult {
  const { draft, info, words, formats, change } = context;
  const { kind, unit, above = 0 }: VideoField = videoFields[name];
  const label = fieldLabel(name, words);
  const step: number | 'any' = kind === 'integer' ? 1 : 'any';
  const allowed = limitOf(name, info.limits);
  const least = step === 1 || unit !== undefined ? above + 1 : above;
  const range = allowed === undefined ? { min: least, step } : isList(allowed) ? undefined : { ...allowed, step };
  const offered = allowed === undefined ? (usual[name] ?? []) : isList(allowed) ? allowed : within(allowed, usual[name] ?? []);
  return choicesOrNumber(context, {
    name,
    label: unit === 'seconds' ? `${label}, ${words.secondsUnit}` : label,
    value: draft[name],
    options: offered.map((value) => ({ value, label: numberText(name, value, words, formats) })),
    range,
    pick: (value) => change({ [name]: value }),
  });
}

interface ChoicesOrNumber {
  readonly name: string;
  readonly label: string;
  readonly value: number | undefined;
  readonly options: readonly { readonly value: number; readonly label: string }[];
  /** Absent where only the options are allowed. */
  readonly range: { readonly min: number; readonly max?: number; readonly step: number | 'any' } | undefined;
  pick(value: number | undefined): void;
}

function choicesOrNumber({ words, close }: PanelContext, { name, label, value, options, range, pick }: ChoicesOrNumber): TemplateResult {
  const auto = range === undefined ? [] : [{ value: undefined, label: words.auto }];
  return html`${optionsView({ name, value, options: [...auto, ...options], pick, close })}
  ${range === undefined ? nothing : numberView({ label, value, ...range, change: pick })}`;
}

function sizeView({ draft, info, words, change, close }: PanelContext): TemplateResult {
  const { sizes } = info.limits;
  const current = draft.width === undefined ? undefined : `${draft.width}x${draft.height ?? draft.width}`;
  const options = (sizes ?? usualSizes).map((size) => ({ value: size, label: size.replace('x', ' × '), size: sizeOf(size) }));
  return html`${optionsView<string | undefined>({
    name: 'size',
    value: current,
    options: sizes === undefined ? [{ value: undefined, label: words.auto }, ...options] : options,
    pick: (size) => change(sizeOf(size ?? '') ?? { width: undefined, height: undefined }),
    close,
  })}
  ${
    sizes !== undefined
      ? nothing
      : html`<div class="pair">
          ${numberView({ label: words.width, value: draft.width, min: 16, step: 2, change: (width) => change({ width, height: draft.height ?? width }) })}
          ${numberView({ label: words.height, value: draft.height, min: 16, step: 2, change: (height) => change({ height, width: draft.width ?? height }) })}
        </div>`
  }`;
}

function countView({ draft, info, words, formats, change, close }: PanelContext): TemplateResult {
  const { min, max } = info.limits.n ?? { min: 1, max: 4 };
  const counts = Array.from({ length: Math.min(max - min + 1, 8) }, (_, at) => min + at);
  return optionsView({
    name: 'n',
    value: draft.n ?? 1,
    options: counts.map((n) => ({ value: n, label: fillCount(words.nValue, n, formats) })),
    pick: (n) => change({ n }),
    close,
  });
}

function seedView({ draft, words, change, close }: PanelContext): TemplateResult {
  return html`<div class="pair">
      ${numberView({ label: words.seed, value: draft.seed, min: 0, step: 1, placeholder: words.random, change: (seed) => change({ seed }) })}
      <button
        type="button"
        class="button"
        @click=${() => {
          change({ seed: undefined });
          close();
        }}
      >
        ${words.random}
      </button>
      <button type="button" class="button" @click=${() => change({ seed: Math.floor(Math.random() * 2 ** 31) })}>${words.seedFix}</button>
    </div>
    <p class="hint">${words.seedHint}</p>`;
}

function moreView(context: PanelContext): TemplateResult {
  const { info, draft } = context;
  const rare = info.fields.filter((field) => !isChip(field) && field.kind !== 'hidden');
  return html`<div class="fields">
    ${rare.map((field) => fieldView(field, draft.metadata?.[field.name], context))} ${moreJsonView(context)}
    ${context.fanOut.view(context, context.fanOutActions)}
  </div>`;
}

export const styles = [fields, checks, progressBar, fileButton, panelStyles];
