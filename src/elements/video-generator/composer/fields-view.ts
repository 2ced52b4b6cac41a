// Single controls: options in a row, a number, and a field drawn from a provider's schema. Pure templates.
import { html, nothing, svg, type TemplateResult } from 'lit';

import { isRecord } from '../../../base/is-record.js';
import type { FormField } from '../../../core/drafts/metadata-fields.js';
import { labelOf, shownAs } from './chips.js';
import type { Size } from './draft.js';
import type { PanelContext } from './panel-context.js';

export interface Option<Value> {
  readonly value: Value;
  readonly label: string;
  /** Drawn as its proportions. */
  readonly size?: Size | undefined;
}

export interface Options<Value> {
  readonly name: string;
  readonly value: Value | undefined;
  readonly options: readonly Option<Value>[];
  pick(value: Value): void;
  close(): void;
}

/** Radio buttons as chips. A pointer's choice closes the panel; the keyboard walks through and stays. */
export function optionsView<Value>({ name, value, options, pick, close }: Options<Value>): TemplateResult {
  return html`<div class="options">
    ${options.map(
      (option) =>
        html`<label
          class="option"
          @click=${(event: PointerEvent) => {
            if (event.pointerType === '' || event.pointerType === undefined) return;
            event.preventDefault();
            pick(option.value);
            close();
          }}
        >
          <input type="radio" name=${name} .checked=${option.value === value} @change=${() => pick(option.value)} />
          <span class="chip">${option.size === undefined ? nothing : shapeView(option.size)}<bdi>${option.label}</bdi></span>
        </label>`,
    )}
  </div>`;
}

function shapeView({ width, height }: Size): TemplateResult {
  const scale = 14 / Math.max(width, height);
  const [w, h] = [width * scale, height * scale];
  return html`<svg class="shape" viewBox="0 0 16 16" aria-hidden="true">
    ${svg`<rect x=${8 - w / 2} y=${8 - h / 2} width=${w} height=${h} rx="1.5" />`}
  </svg>`;
}

export interface NumberField {
  readonly label: string;
  readonly value: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | 'any' | undefined;
  readonly placeholder?: string | undefined;
  readonly hint?: string | undefined;
  change(value: number | undefined): void;
}

export function numberView({ label, value, min, max, step, placeholder, hint, change }: NumberField): TemplateResult {
  return html`<label class="field">
    <span class="label">${label}</span>
    <input
      class="input tabular"
      type="number"
      inputmode=${step === 1 ? 'numeric' : 'decimal'}
      min=${min ?? nothing}
      max=${max ?? nothing}
      step=${step ?? nothing}
      placeholder=${placeholder ?? nothing}
      .value=${value === undefined ? '' : String(value)}
      @change=${(event: Event) => {
        if (event.target instanceof HTMLInputElement) change(numberIn(event.target));
      }}
    />
    ${hintView(hint)}
  </label>`;
}

/** Empty or unreadable gives nothing; out of range gives the nearest allowed value. */
function numberIn(input: HTMLInputElement): number | undefined {
  const value = input.valueAsNumber;
  if (!Number.isFinite(value)) return undefined;
  const low = input.min === '' ? -Infinity : Number(input.min);
  const high = input.max === '' ? Infinity : Number(input.max);
  const bounded = Math.min(high, Math.max(low, value));
  return input.step === '1' ? Math.round(bounded) : bounded;
}

const hintView = (hint: string | undefined) => (hint === undefined ? nothing : html`<span class="hint">${hint}</span>`);

type FieldContext = Pick<PanelContext, 'changeMetadata' | 'close' | 'words' | 'formats' | 'say'>;

/** A provider's own field by its kind; an unknown kind is written as text. */
export function fieldView(field: FormField, given: unknown, context: FieldContext): TemplateResult {
  const value = given ?? field.default;
  const set = (next: unknown) => context.changeMetadata({ [field.name]: next });
  const label = labelOf(field);
  switch (field.kind) {
    case 'choice':
      return choiceView(field, label, value, set, context);
    case 'boolean':
      return html`<label class="field check"
        ><span
          ><input
            type="checkbox"
            .checked=${value === true}
            @change=${(event: Event) => event.target instanceof HTMLInputElement && set(event.target.checked)}
          />
          ${label}</span
        >${hintView(field.description)}</label
      >`;
    case 'number':
    case 'integer':
      return numberView({
        label,
        value: typeof value === 'number' ? value : undefined,
        min: field.min,
        max: field.max,
        step: field.step ?? (field.kind === 'integer' ? 1 : 'any'),
        placeholder: field.placeholder,
        hint: field.description,
        change: set,
      });
    case 'json':
      return jsonView({ label, value, hint: field.description, change: set, context });
    case 'images':
      return textView(field, label, stringsIn(value).join('\n'), (text) => set(linesOf(text)), true);
    default:
      return textView(
        field,
        label,
        typeof value === 'string' ? value : '',
        (text) => set(text === '' ? undefined : text),
        field.kind === 'longtext',
      );
  }
}

/** `16:9`, drawn as its proportions. */
function aspectOf(choice: string | number): Size | undefined {
  const [, width, height] = /^(\d+):(\d+)$/.exec(String(choice)) ?? [];
  return width === undefined || height === undefined ? undefined : { width: Number(width), height: Number(height) };
}

function choiceView(field: FormField, label: string, value: unknown, set: (next: unknown) => void, context: FieldContext): TemplateResult {
  const options: Option<unknown>[] = (field.choices ?? []).map((choice) => ({
    value: choice,
    label: shownAs(field, choice, context.formats),
    size: aspectOf(choice),
  }));
  // A provider's own word for leaving it open makes ours superfluous.
  const open = field.default ?? field.choices?.find((choice) => choice === 'auto');
  if (open === undefined) options.unshift({ value: undefined, label: context.words.auto });
  return html`<div class="group" role="group" aria-label=${label}>
    <span class="label" aria-hidden="true">${label}</span>
    ${optionsView({ name: field.name, value: value ?? open, options, pick: set, close: context.close })} ${hintView(field.description)}
  </div>`;
}

const stringsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);

function linesOf(text: string): readonly string[] | undefined {
  const lines = text.split(/\s+/).filter((line) => line !== '');
  return lines.length === 0 ? undefined : lines;
}

function textView(field: FormField, label: string, value: string, set: (text: string) => void, long: boolean): TemplateResult {
  const change = (event: Event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) set(event.target.value.trim());
  };
  const type = field.kind === 'url' || field.kind === 'image' ? 'url' : 'text';
  return html`<label class=${long ? 'field wide' : 'field'}>
    <span class="label">${label}</span>
    ${
      long
        ? html`<textarea class="input" rows="2" placeholder=${field.placeholder ?? nothing} .value=${value} @change=${change}></textarea>`
        : html`<input class="input" type=${type} placeholder=${field.placeholder ?? nothing} .value=${value} @change=${change} />`
    }
    ${hintView(field.description)}
  </label>`;
}

interface JsonField {
  readonly label: string;
  readonly value: unknown;
  readonly hint: string | undefined;
  readonly context: FieldContext;
  change(value: unknown): void;
}

function jsonView({ label, value, hint, change, context }: JsonField): TemplateResult {
  return html`<label class="field wide">
    <span class="label">${label}</span>
    <textarea
      class="input mono"
      rows="3"
      spellcheck="false"
      .value=${value === undefined ? '' : JSON.stringify(value, null, 2)}
      @change=${(event: Event) => {
        if (!(event.target instanceof HTMLTextAreaElement)) return;
        const read = readObject(event.target.value);
        context.say('more', read === undefined ? context.words.metadataWrong : undefined);
        if (read !== undefined) change(read.value);
      }}
    ></textarea>
    ${hintView(hint)}
  </label>`;
}

/** `{ value }` for a JSON object or an empty text, nothing for anything else. */
function readObject(text: string): { readonly value: Record<string, unknown> | undefined } | undefined {
  if (text.trim() === '') return { value: undefined };
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? { value: { ...value } } : undefined;
  } catch {
    return undefined;
  }
}

/** What `metadata` holds beside the drawn fields, as JSON: nothing a service takes is out of reach. */
export function moreJsonView(context: PanelContext): TemplateResult {
  const known = new Set(context.info.fields.map((field) => field.name));
  const extra = Object.entries(context.draft.metadata ?? {}).filter(([name]) => !known.has(name));
  return jsonView({
    label: context.words.metadata,
    hint: context.words.metadataHint,
    value: extra.length === 0 ? undefined : Object.fromEntries(extra),
    context,
    change: (value) => {
      const cleared = Object.fromEntries(extra.map(([name]) => [name, undefined]));
      context.changeMetadata({ ...cleared, ...(value as Record<string, unknown> | undefined) });
    },
  });
}
