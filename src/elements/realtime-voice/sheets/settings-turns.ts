// Settings of when a turn begins and ends, and, behind "More", of how freely and how long it answers. Knows no device.
import { html, nothing, type TemplateResult } from 'lit';

import { isRecord } from '../../../base/is-record.js';
import { ranges, sessionDefaults, turnDetectionDefaults } from '../../../protocol/names.js';
import { fill } from '../../shared/strings.js';
import { slider, tell, textOf, type Held, type SettingName, type Settings } from './settings-form.js';

/** All three of the documents' `turn_detection`, set. */
export type TurnDetection = Record<'threshold' | 'prefix_padding_ms' | 'silence_duration_ms', number>;

export function turnFields(settings: Settings, held: Held, scale: unknown, mark: (threshold: number) => void): TemplateResult {
  const { element, say, formats } = settings;
  const turns = turnsOf(settings);
  const disabled = element.pushToTalk;
  const change = (name: SettingName, patch: Partial<TurnDetection>) => {
    const detection = { type: 'server_vad' as const, ...turns, ...patch };
    element.sessionConfig = { ...element.sessionConfig, turn_detection: detection };
    tell(settings, name, { turn_detection: detection });
  };
  const time = (ms: number) => formats.seconds(ms / 1000);
  const setHold = () => {
    element.pushToTalk = !element.pushToTalk;
    tell(settings, 'pushToTalk', { turn_detection: element.pushToTalk ? null : { type: 'server_vad', ...turns } });
  };
  return html`<fieldset>
    <legend>${say.turns}</legend>
    <label class="check">
      <input type="checkbox" .checked=${element.pushToTalk} @change=${setHold} />
      <span>${say.hold}</span>
      <span class="hint">${say.holdHint} ${settings.note('pushToTalk')}</span>
    </label>
    ${slider({ name: 'threshold', label: say.threshold, value: turns.threshold, ...ranges.turnDetectionThreshold, step: 0.05, disabled, scale, moved: mark, shown: formats.number, meaning: (value) => thresholdMeaning(value, settings), change: (value) => change('threshold', { threshold: value }) }, held, settings)}
    ${slider({ name: 'padding', label: say.padding, value: turns.prefix_padding_ms, ...ranges.prefixPaddingMs, step: 100, disabled, shown: time, meaning: (value) => fill(say.paddingMeaning, { time: time(value) }), change: (value) => change('padding', { prefix_padding_ms: value }) }, held, settings)}
    ${slider({ name: 'silence', label: say.silence, value: turns.silence_duration_ms, ...ranges.silenceDurationMs, step: 100, disabled, shown: time, meaning: (value) => fill(say.silenceMeaning, { time: time(value) }), change: (value) => change('silence', { silence_duration_ms: value }) }, held, settings)}
  </fieldset>`;
}

function thresholdMeaning(threshold: number, { say }: Settings): string {
  if (threshold < 0.35) return say.thresholdLow;
  return threshold > 0.65 ? say.thresholdHigh : say.thresholdMiddle;
}

/** What was asked for, else what the server says, else the documents' defaults. */
export function turnsOf({ element }: Pick<Settings, 'element'>): TurnDetection {
  const server = element.session?.store.get().session?.['turn_detection'];
  const known: Readonly<Record<string, unknown>> = { ...(isRecord(server) ? server : {}), ...element.sessionConfig?.turn_detection };
  const read = (name: keyof TurnDetection) => {
    const value = known[name];
    return typeof value === 'number' ? value : turnDetectionDefaults[name];
  };
  return { threshold: read('threshold'), prefix_padding_ms: read('prefix_padding_ms'), silence_duration_ms: read('silence_duration_ms') };
}

export interface MoreState {
  /** What was typed and is out of range. */
  wrongTokens: string | undefined;
}

export function moreFields(settings: Settings, held: Held, state: MoreState): TemplateResult {
  const { element, say, formats, note } = settings;
  const { min, max } = ranges.maxOutputTokens;
  const told = element.session?.store.get().session;
  const config = element.sessionConfig;
  const temperature = numberOf(config?.temperature ?? told?.['temperature']) ?? sessionDefaults.temperature;
  const most = numberOf(config?.max_output_tokens ?? told?.['max_output_tokens']);
  const setTokens = (event: Event) => {
    const typed = textOf(event).trim();
    const count = Number(typed);
    const right = typed === '' || (Number.isInteger(count) && count >= min && count <= max);
    state.wrongTokens = right ? undefined : typed;
    if (!right) return element.requestUpdate();
    const tokens = typed === '' ? ('inf' as const) : count;
    element.sessionConfig = { ...element.sessionConfig, max_output_tokens: tokens };
    tell(settings, 'maxTokens', { max_output_tokens: tokens });
  };
  const setTemperature = (value: number) => {
    element.sessionConfig = { ...element.sessionConfig, temperature: value };
    tell(settings, 'temperature', { temperature: value });
  };
  return html`<details class="further">
    <summary>${say.further}</summary>
    <div class="fields">
      ${slider({ name: 'temperature', label: say.temperature, value: temperature, ...ranges.temperature, step: 0.1, shown: formats.number, meaning: (value) => (value < 0.7 ? say.temperatureLow : value > 1.3 ? say.temperatureHigh : say.temperatureMiddle), change: setTemperature }, held, settings)}
      <label class="field">
        <span class="label">${say.maxTokens}</span>
        <input
          class="input"
          type="text"
          inputmode="numeric"
          autocomplete="off"
          placeholder=${say.maxTokensNone}
          aria-invalid=${state.wrongTokens === undefined ? nothing : 'true'}
          .value=${state.wrongTokens ?? (most === undefined ? '' : String(most))}
          @change=${setTokens}
        />
        <span class=${state.wrongTokens === undefined ? 'hint' : 'problem'} role=${state.wrongTokens === undefined ? nothing : 'alert'}
          >${fill(say.maxTokensHint, { min: formats.number(min), max: formats.number(max) })} ${note('maxTokens')}</span
        >
      </label>
    </div>
  </details>`;
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
