// Settings of when a turn begins and ends, and, behind "More", of how freely and how long it answers.
import { html, nothing, type TemplateResult } from 'lit';

import { isRecord } from '../../../base/is-record.js';
import { ranges, sessionDefaults, turnDetectionDefaults } from '../../../protocol/names.js';
import { fill } from '../../shared/strings.js';
import type { Configuration } from './settings-configuration.js';
import { slider, textOf, type Held, type SettingFields, type SettingName } from './settings-form.js';
import type { SheetWords } from './sheet-words.js';

/** All three of the documents' `turn_detection`, set. */
export type TurnDetection = Record<'threshold' | 'prefix_padding_ms' | 'silence_duration_ms', number>;

/** What the threshold is drawn on: the loudness of now. */
export interface ThresholdScale {
  readonly view: unknown;
  /** Moves its mark. */
  readonly mark: (threshold: number) => void;
}

export function turnFields(fields: SettingFields, configuration: Configuration, held: Held, scale: ThresholdScale): TemplateResult {
  const { say, language } = fields;
  const { attributes } = configuration;
  const turns = turnsOf(configuration);
  const time = (ms: number) => language.formats.seconds(ms / 1000);
  const timeSlider = (name: 'padding' | 'silence', part: 'prefix_padding_ms' | 'silence_duration_ms', range: Range, meaning: string) =>
    slider(
      {
        name,
        label: say[name],
        value: turns[part],
        ...range,
        step: 100,
        disabled: attributes.pushToTalk,
        shown: time,
        meaning: (value) => fill(meaning, { time: time(value) }),
        change: (value) => changeTurns(configuration, name, { [part]: value }),
      },
      held,
      fields,
    );
  return html`<fieldset>
    <legend>${say.turns}</legend>
    ${holdField(fields, configuration)} ${thresholdSlider(fields, configuration, held, scale)}
    ${timeSlider('padding', 'prefix_padding_ms', ranges.prefixPaddingMs, say.paddingMeaning)}
    ${timeSlider('silence', 'silence_duration_ms', ranges.silenceDurationMs, say.silenceMeaning)}
  </fieldset>`;
}

type Range = { readonly min: number; readonly max: number };

function holdField({ say, note }: SettingFields, configuration: Configuration): TemplateResult {
  const { attributes } = configuration;
  const toggle = () => {
    attributes.pushToTalk = !attributes.pushToTalk;
    const detection = { type: 'server_vad' as const, ...turnsOf(configuration) };
    configuration.change('pushToTalk', { turn_detection: attributes.pushToTalk ? null : detection });
  };
  return html`<label class="check">
    <input type="checkbox" .checked=${attributes.pushToTalk} @change=${toggle} />
    <span>${say.hold}</span>
    <span class="hint">${say.holdHint} ${note('pushToTalk')}</span>
  </label>`;
}

function thresholdSlider(fields: SettingFields, configuration: Configuration, held: Held, scale: ThresholdScale): TemplateResult {
  const { say, language } = fields;
  return slider(
    {
      name: 'threshold',
      label: say.threshold,
      value: turnsOf(configuration).threshold,
      ...ranges.turnDetectionThreshold,
      step: 0.05,
      disabled: configuration.attributes.pushToTalk,
      scale: scale.view,
      moved: scale.mark,
      shown: language.formats.number,
      meaning: (value) => thresholdMeaning(value, say),
      change: (threshold) => changeTurns(configuration, 'threshold', { threshold }),
    },
    held,
    fields,
  );
}

function changeTurns(configuration: Configuration, name: SettingName, patch: Partial<TurnDetection>): void {
  const { attributes } = configuration;
  const detection = { type: 'server_vad' as const, ...turnsOf(configuration), ...patch };
  attributes.sessionConfig = { ...attributes.sessionConfig, turn_detection: detection };
  configuration.change(name, { turn_detection: detection });
}

function thresholdMeaning(threshold: number, say: SheetWords): string {
  if (threshold < 0.35) return say.thresholdLow;
  return threshold > 0.65 ? say.thresholdHigh : say.thresholdMiddle;
}

/** What was asked for, else what the server says, else the documents' defaults. */
export function turnsOf({ attributes, server }: Configuration): TurnDetection {
  const detection = server?.['turn_detection'];
  const known: Readonly<Record<string, unknown>> = {
    ...(isRecord(detection) ? detection : {}),
    ...attributes.sessionConfig?.turn_detection,
  };
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

export interface MoreFields {
  readonly held: Held;
  readonly more: MoreState;
  readonly offers: (control: 'temperature' | 'limits') => boolean;
}

export function moreFields(
  fields: SettingFields,
  configuration: Configuration,
  { held, more, offers }: MoreFields,
): TemplateResult | typeof nothing {
  const temperature = offers('temperature') ? temperatureSlider(fields, configuration, held) : undefined;
  const tokens = offers('limits') ? tokensField(fields, configuration, more) : undefined;
  if (temperature === undefined && tokens === undefined) return nothing;
  return html`<details class="further">
    <summary>${fields.say.further}</summary>
    <div class="fields">${temperature} ${tokens}</div>
  </details>`;
}

function temperatureSlider(fields: SettingFields, configuration: Configuration, held: Held): TemplateResult {
  const { say, language } = fields;
  const { attributes, server } = configuration;
  const value = numberOf(attributes.sessionConfig?.temperature ?? server?.['temperature']) ?? sessionDefaults.temperature;
  const change = (temperature: number) => {
    attributes.sessionConfig = { ...attributes.sessionConfig, temperature };
    configuration.change('temperature', { temperature });
  };
  const meaning = (at: number) => (at < 0.7 ? say.temperatureLow : at > 1.3 ? say.temperatureHigh : say.temperatureMiddle);
  const range = { ...ranges.temperature, step: 0.1, shown: language.formats.number };
  return slider({ name: 'temperature', label: say.temperature, value, ...range, meaning, change }, held, fields);
}

function tokensField(fields: SettingFields, configuration: Configuration, state: MoreState): TemplateResult {
  const { say, language, note } = fields;
  const { attributes, server } = configuration;
  const { min, max } = ranges.maxOutputTokens;
  const most = numberOf(attributes.sessionConfig?.max_output_tokens ?? server?.['max_output_tokens']);
  const change = (event: Event) => {
    const typed = textOf(event).trim();
    const count = Number(typed);
    const right = typed === '' || (Number.isInteger(count) && count >= min && count <= max);
    state.wrongTokens = right ? undefined : typed;
    if (!right) return fields.requestUpdate();
    const tokens = typed === '' ? ('inf' as const) : count;
    attributes.sessionConfig = { ...attributes.sessionConfig, max_output_tokens: tokens };
    configuration.change('maxTokens', { max_output_tokens: tokens });
  };
  const wrong = state.wrongTokens !== undefined;
  return html`<label class="field">
    <span class="label">${say.maxTokens}</span>
    <input
      class="input"
      type="text"
      inputmode="numeric"
      autocomplete="off"
      placeholder=${say.maxTokensNone}
      aria-invalid=${wrong ? 'true' : nothing}
      .value=${state.wrongTokens ?? (most === undefined ? '' : String(most))}
      @change=${change}
    />
    <span class=${wrong ? 'problem' : 'hint'} role=${wrong ? 'alert' : nothing}
      >${fill(say.maxTokensHint, { min: language.formats.number(min), max: language.formats.number(max) })} ${note('maxTokens')}</span
    >
  </label>`;
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
