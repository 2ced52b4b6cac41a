// The pieces settings are made of: a slider that tells what its value means, and a word on when a change holds. Knows no setting.
import { html, type nothing, type TemplateResult } from 'lit';

import type { SessionConfig } from '../../../protocol/session.js';
import type { Formats } from '../../shared/formats.js';
import type { SheetWords } from './sheet-words.js';
import type { SheetContext } from './sheets.js';

export type SettingName =
  | 'voice'
  | 'instructions'
  | 'microphone'
  | 'speaker'
  | 'camera'
  | 'pushToTalk'
  | 'threshold'
  | 'padding'
  | 'silence'
  | 'temperature'
  | 'maxTokens';

/** What each part of the settings is given. */
export interface Settings extends SheetContext {
  readonly say: SheetWords;
  readonly formats: Formats;
  /** A person changed it: told beside it when that holds, `now` or with the `next` connection. */
  readonly changed: (name: SettingName, when: 'now' | 'next') => void;
  readonly note: (name: SettingName) => TemplateResult | typeof nothing;
}

/** The text of the control an event came from. */
export const textOf = ({ target }: Event): string =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement ? target.value : '';

/** The page's own session follows no attribute of the element: it is told by itself. `name` changed, and now or later holds. */
export function tell({ conversation, changed }: Settings, name: SettingName, patch: SessionConfig): void {
  const { control } = conversation;
  const held = name === 'voice' && control.voiceFixed;
  if (!control.isOwn && !held) control.attempt((session) => session.updateSession(patch));
  changed(name, control.phase === 'open' && !held ? 'now' : 'next');
}

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

/** Values while a slider is held, by its name: nothing is told to the service before it is let go. */
export type Held = Map<SettingName, number>;

export function slider(slider: Slider, held: Held, { element, note }: Pick<Settings, 'element' | 'note'>): TemplateResult {
  const { name, label, min, max, step, shown, meaning, scale } = slider;
  const value = held.get(name) ?? slider.value;
  const onInput = (event: Event) => {
    held.set(name, Number(textOf(event)));
    slider.moved?.(Number(textOf(event)));
    element.requestUpdate();
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
