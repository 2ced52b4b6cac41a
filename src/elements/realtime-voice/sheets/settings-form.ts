// The pieces settings are made of: a slider that says what its value means, and a word on when a change holds.
import { html, type nothing, type TemplateResult } from 'lit';

import type { Language } from '../../shared/strings.js';
import type { SheetWords } from './sheet-words.js';

export type SettingName =
  | 'model'
  | 'voice'
  | 'instructions'
  | 'microphone'
  | 'speaker'
  | 'volume'
  | 'camera'
  | 'pushToTalk'
  | 'threshold'
  | 'padding'
  | 'silence'
  | 'temperature'
  | 'maxTokens';

/** What every field is drawn with. */
export interface SettingFields {
  readonly say: SheetWords;
  readonly language: Language;
  /** A person changed it: the note beside it says whether that holds `now` or with the `next` connection. */
  readonly changed: (name: SettingName, when: 'now' | 'next') => void;
  readonly note: (name: SettingName) => TemplateResult | typeof nothing;
  readonly requestUpdate: () => void;
}

/** The text of the control an event came from. */
export const textOf = ({ target }: Event): string =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement ? target.value : '';

export interface Slider {
  readonly name: SettingName;
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value as people read it. */
  readonly shown: (value: number) => string;
  readonly meaning: (value: number) => string;
  readonly disabled?: boolean;
  /** Stands between label and slider, and has its scale. */
  readonly scale?: unknown;
  /** While it is drawn, before it is let go. */
  readonly moved?: (value: number) => void;
  readonly change: (value: number) => void;
}

/** Values while a slider is held, by its name: the service gets one when it is let go. */
export type Held = Map<SettingName, number>;

export function slider(slider: Slider, held: Held, { note, requestUpdate }: SettingFields): TemplateResult {
  const { name, label, min, max, step, shown, meaning, scale } = slider;
  const value = held.get(name) ?? slider.value;
  const onInput = (event: Event) => {
    held.set(name, Number(textOf(event)));
    slider.moved?.(Number(textOf(event)));
    requestUpdate();
  };
  const onChange = (event: Event) => {
    held.delete(name);
    slider.change(Number(textOf(event)));
  };
  return html`<label class="slider">
    <span>${label}</span>
    <output class="tabular">${shown(value)}</output>
    ${scale}
    <input
      type="range"
      min=${min}
      max=${max}
      step=${step}
      aria-valuetext=${shown(value)}
      aria-label=${label}
      ?disabled=${slider.disabled ?? false}
      .value=${String(value)}
      @input=${onInput}
      @change=${onChange}
    />
    <span class="hint">${meaning(value)} ${note(name)}</span>
  </label>`;
}
