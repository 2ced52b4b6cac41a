// The settings: voice, instructions, microphone with a level test, and how turns are taken. Loaded when first opened.
import { html, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';

import { isRecord } from '../../core/is-record.js';
import { ranges, turnDetectionDefaults, values } from '../../protocol/names.js';
import { formatsFor } from '../shared/formats.js';
import { fill, languageOf } from '../shared/strings.js';
import { sheetWords, type SheetWords } from '../shared/strings.voice-sheets.en.js';
import { createDeviceList, type DeviceList } from './device-list.js';
import { settingsStyles } from './settings-sheet.styles.js';
import { sheetFrame } from './sheet-frame.js';
import type { Sheet, SheetContext } from './sheets.js';
import type { VoiceElement } from './voice-element.js';

/** All three of the documents' `turn_detection`, set. */
type Turns = Record<'threshold' | 'prefix_padding_ms' | 'silence_duration_ms', number>;

export function createSettingsSheet(context: SheetContext): Sheet {
  const { element } = context;
  const devices = createDeviceList(() => element.requestUpdate());
  const bar = createRef<HTMLElement>();
  let frame = requestAnimationFrame(function show() {
    const level = element.session?.levels.microphone ?? 0;
    bar.value?.style.setProperty('--_share-1', `${Math.round(Math.min(1, (level * 3) ** 0.65) * 100)}%`);
    frame = requestAnimationFrame(show);
  });
  return {
    styles: settingsStyles,
    render() {
      const words = sheetWords.wordsFor(languageOf(element));
      const { settings, close } = context.words();
      const body = html`<div class="settings">
        ${voiceFields(element, words)} ${microphoneFields(context, devices, words)}
        <div class="field">
          <span class="label">${words.level}</span>
          <div class="level bar" aria-hidden="true" ${ref(bar)}></div>
        </div>
        ${turnFields(context, words)}
      </div>`;
      return sheetFrame(settings, close, context.close, body);
    },
    close() {
      cancelAnimationFrame(frame);
      devices.close();
    },
  };
}

/** The text of the control an event came from. */
const textOf = ({ target }: Event): string =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement ? target.value : '';

function voiceFields(element: VoiceElement, words: SheetWords): TemplateResult {
  return html`<label class="field">
      <span class="label">${words.voice}</span>
      <input
        class="input"
        list="voices"
        placeholder=${serverVoice(element)}
        .value=${element.voice ?? ''}
        @change=${(event: Event) => (element.voice = textOf(event).trim() || undefined)}
      />
      <datalist id="voices">${values.voice.map((voice) => html`<option value=${voice}></option>`)}</datalist>
      <span class="hint">${words.voiceHint}</span>
    </label>
    <label class="field">
      <span class="label">${words.instructions}</span>
      <textarea
        class="input"
        rows="3"
        .value=${element.instructions ?? ''}
        @change=${(event: Event) => (element.instructions = textOf(event) || undefined)}
      ></textarea>
      <span class="hint">${words.instructionsHint}</span>
    </label>`;
}

function serverVoice(element: VoiceElement): string {
  const voice = element.session?.store.get().session?.['voice'];
  return typeof voice === 'string' ? voice : '';
}

function microphoneFields({ microphoneId, chooseMicrophone }: SheetContext, devices: DeviceList, words: SheetWords): TemplateResult {
  const chosen = microphoneId() ?? '';
  const name = (device: MediaDeviceInfo, at: number) => device.label || fill(words.microphoneUnnamed, { number: at + 1 });
  return html`<label class="field">
    <span class="label">${words.microphone}</span>
    <select class="input" @change=${(event: Event) => chooseMicrophone(textOf(event) || undefined)}>
      <option value="" ?selected=${chosen === ''}>${words.microphoneDefault}</option>
      ${devices.microphones.map(
        (device, at) => html`<option value=${device.deviceId} ?selected=${device.deviceId === chosen}>${name(device, at)}</option>`,
      )}
    </select>
  </label>`;
}

function turnFields({ element }: SheetContext, words: SheetWords): TemplateResult {
  const formats = formatsFor(languageOf(element));
  const turns = turnsOf(element);
  const change = (patch: Partial<Turns>) => {
    element.sessionConfig = { ...element.sessionConfig, turn_detection: { type: 'server_vad', ...turns, ...patch } };
  };
  const time = (ms: number) => formats.seconds(ms / 1000);
  const { threshold, prefix_padding_ms: padding, silence_duration_ms: silence } = turns;
  return html`<fieldset>
    <legend>${words.turns}</legend>
    <label class="check">
      <input type="checkbox" .checked=${element.pushToTalk} @change=${() => (element.pushToTalk = !element.pushToTalk)} />
      <span>${words.hold}</span>
      <span class="hint">${words.holdHint}</span>
    </label>
    ${slider({ label: words.threshold, value: threshold, ...ranges.turnDetectionThreshold, step: 0.05, shown: formats.number(threshold), disabled: element.pushToTalk, meaning: thresholdMeaning(threshold, words), change: (value) => change({ threshold: value }) })}
    ${slider({ label: words.padding, value: padding, ...ranges.prefixPaddingMs, step: 100, shown: time(padding), disabled: element.pushToTalk, meaning: fill(words.paddingMeaning, { time: time(padding) }), change: (value) => change({ prefix_padding_ms: value }) })}
    ${slider({ label: words.silence, value: silence, ...ranges.silenceDurationMs, step: 100, shown: time(silence), disabled: element.pushToTalk, meaning: fill(words.silenceMeaning, { time: time(silence) }), change: (value) => change({ silence_duration_ms: value }) })}
  </fieldset>`;
}

interface Slider {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value as people read it. */
  readonly shown: string;
  readonly meaning: string;
  readonly disabled: boolean;
  readonly change: (value: number) => void;
}

function slider({ label, value, min, max, step, shown, meaning, disabled, change }: Slider): TemplateResult {
  return html`<label class="slider">
    <span>${label}</span>
    <output class="tabular">${shown}</output>
    <input
      type="range"
      min=${min}
      max=${max}
      step=${step}
      aria-valuetext=${shown}
      ?disabled=${disabled}
      .value=${String(value)}
      @change=${(event: Event) => change(Number(textOf(event)))}
    />
    <span class="hint">${meaning}</span>
  </label>`;
}

function thresholdMeaning(threshold: number, words: SheetWords): string {
  if (threshold < 0.35) return words.thresholdLow;
  return threshold > 0.65 ? words.thresholdHigh : words.thresholdMiddle;
}

/** What was asked for, else what the server says, else the documents' defaults. */
function turnsOf(element: VoiceElement): Turns {
  const server = element.session?.store.get().session?.['turn_detection'];
  const known: Readonly<Record<string, unknown>> = { ...(isRecord(server) ? server : {}), ...element.sessionConfig?.turn_detection };
  const read = (name: keyof Turns) => {
    const value = known[name];
    return typeof value === 'number' ? value : turnDetectionDefaults[name];
  };
  return { threshold: read('threshold'), prefix_padding_ms: read('prefix_padding_ms'), silence_duration_ms: read('silence_duration_ms') };
}
