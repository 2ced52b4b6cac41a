// The controls of the editor. Pure templates over what is set.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import type { EditFormat } from '../../../core/editing/edit.js';
import type { Formats } from '../../shared/formats.js';
import { hasSound, type EditorSettings } from './editor-settings.js';
import type { VideoEditorWords } from './editor-words.js';

export interface EditorForm {
  readonly settings: EditorSettings;
  readonly durationS: number;
  readonly frameS: number;
  readonly words: VideoEditorWords;
  readonly formats: Formats;
  set(changes: Partial<EditorSettings>): void;
}

const shapes = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'];
const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4];
const plays = [1, 2, 3, 4, 5, 10];

export function formView(form: EditorForm): TemplateResult {
  const { settings, words, formats, set } = form;
  const files: readonly (readonly [EditFormat, string])[] = [
    ['mp4', words.formatMp4],
    ['webm', words.formatWebm],
    ['gif', words.formatGif],
    ['webp', words.formatWebp],
    ['png', words.formatPng],
  ];
  const times = (count: number) => `${formats.number(count)}×`;
  return html`${trimView(form)} ${selectView(words.format, files, settings.format, (format) => set({ format }))}
    <div class="pair">
      ${selectView(words.shape, [['', words.shapeSame], ...shapes.map((shape) => [shape, shape] as const)], settings.shape, (shape) => set({ shape }))}
      ${selectView(
        words.speed,
        speeds.map((speed) => [speed, times(speed)] as const),
        settings.speed,
        (speed) => set({ speed }),
      )}
    </div>
    ${hasSound(settings) ? soundView(form, times) : nothing}
    <label class="field">
      <span class="label">${words.captions}</span>
      <textarea
        class="input"
        rows="3"
        dir="auto"
        aria-describedby="captions-hint"
        .value=${live(settings.captions)}
        @change=${(event: Event) => event.target instanceof HTMLTextAreaElement && set({ captions: event.target.value })}
      ></textarea>
      <span class="hint" id="captions-hint">${words.captionsHint}</span>
    </label>`;
}

/** Two lines that keys move frame by frame. */
function trimView({ settings: { startS, endS }, durationS, frameS, words, formats, set }: EditorForm): TemplateResult {
  const line = (name: string, value: number, change: (value: number) => void) =>
    html`<label class="field">
      <span class="label">${name} <output class="tabular">${formats.seconds(value)}</output></span>
      <input
        type="range"
        min="0"
        max=${durationS}
        step=${frameS}
        aria-label=${name}
        aria-valuetext=${formats.seconds(value)}
        .value=${live(String(value))}
        @input=${(event: Event) => event.target instanceof HTMLInputElement && change(event.target.valueAsNumber)}
      />
    </label>`;
  return html`${line(words.start, startS, (value) => set({ startS: Math.max(0, Math.min(value, endS - frameS)) }))}
  ${line(words.end, endS, (value) => set({ endS: Math.min(durationS, Math.max(value, startS + frameS)) }))}`;
}

const soundView = ({ settings, words, set }: EditorForm, times: (count: number) => string): TemplateResult =>
  html`${selectView(
      words.plays,
      plays.map((count) => [count, count === 1 ? words.playsOnce : times(count)] as const),
      settings.plays,
      (count) => set({ plays: count }),
    )}
    <label class="field check">
      <span>
        <input
          type="checkbox"
          .checked=${live(settings.mute)}
          @change=${(event: Event) => event.target instanceof HTMLInputElement && set({ mute: event.target.checked })}
        />
        ${words.mute}
      </span>
    </label>`;

function selectView<Value>(
  name: string,
  choices: readonly (readonly [Value, string])[],
  chosen: Value,
  choose: (value: Value) => void,
): TemplateResult {
  const change = ({ target }: Event) => {
    const choice = target instanceof HTMLSelectElement ? choices[target.selectedIndex] : undefined;
    if (choice !== undefined) choose(choice[0]);
  };
  return html`<label class="field">
    <span class="label">${name}</span>
    <select class="input" @change=${change}>
      ${choices.map(([value, text]) => html`<option .selected=${value === chosen}>${text}</option>`)}
    </select>
  </label>`;
}
