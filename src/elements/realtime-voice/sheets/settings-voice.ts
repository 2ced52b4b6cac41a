// Settings of who speaks: the model, its voice, and its instructions.
import { html, nothing, type TemplateResult } from 'lit';

import type { VoiceModels } from '../voice-models.js';
import { sessionDefaults, values } from '../../../protocol/names.js';
import type { Configuration } from './settings-configuration.js';
import { textOf, type SettingFields } from './settings-form.js';

export interface AgentFields {
  /** Not of the page's own session, whose model is the page's too. */
  readonly isOwn: boolean;
  readonly offers: (control: 'voice' | 'instructions') => boolean;
}

export function agentFields(
  fields: SettingFields,
  configuration: Configuration,
  models: VoiceModels,
  { isOwn, offers }: AgentFields,
): TemplateResult {
  return html`${isOwn && offers('voice') ? modelField(fields, configuration, models) : nothing}
  ${offers('voice') ? voiceField(fields, configuration, models.voices) : nothing}
  ${offers('instructions') ? instructionsField(fields, configuration) : nothing}`;
}

/** Nothing where the service does not say what it offers. */
function modelField(
  { say, note }: SettingFields,
  configuration: Configuration,
  { names, first }: VoiceModels,
): TemplateResult | typeof nothing {
  if (names.length === 0) return nothing;
  const now = configuration.attributes.model || first;
  const isListed = names.some(({ id }) => id === now);
  return html`<label class="field">
    <span class="label">${say.model}</span>
    <select class="input" @change=${(event: Event) => configuration.changeModel(textOf(event))}>
      ${isListed ? nothing : html`<option value=${now ?? ''} selected>${now}</option>`}
      ${names.map(({ id, title }) => html`<option value=${id} ?selected=${id === now}>${title ?? id}</option>`)}
    </select>
    <span class="hint">${say.modelHint} ${note('model')}</span>
  </label>`;
}

/** `offered`: the voices of the model, where the service names them. */
function voiceField({ say, note }: SettingFields, configuration: Configuration, offered: readonly string[] = values.voice): TemplateResult {
  const { attributes, voiceFixed } = configuration;
  const setVoice = (event: Event) => {
    attributes.voice = textOf(event).trim() || undefined;
    configuration.change('voice', { voice: attributes.voice ?? sessionDefaults.voice });
  };
  return html`<label class="field">
    <span class="label">${say.voice}</span>
    <input
      class="input"
      list="voices"
      autocomplete="off"
      placeholder=${serverVoice(configuration)}
      .value=${attributes.voice ?? ''}
      @change=${setVoice}
    />
    <datalist id="voices">${offered.map((voice) => html`<option value=${voice}></option>`)}</datalist>
    <span class="hint">${voiceFixed ? say.voiceFixed : say.voiceHint} ${note('voice')}</span>
  </label>`;
}

function instructionsField({ say, note }: SettingFields, configuration: Configuration): TemplateResult {
  const { attributes } = configuration;
  const setInstructions = (event: Event) => {
    attributes.instructions = textOf(event) || undefined;
    configuration.change('instructions', { instructions: attributes.instructions ?? '' });
  };
  return html`<label class="field">
    <span class="label">${say.instructions}</span>
    <textarea class="input" rows="3" .value=${attributes.instructions ?? ''} @change=${setInstructions}></textarea>
    <span class="hint">${say.instructionsHint} ${note('instructions')}</span>
  </label>`;
}

function serverVoice({ server }: Configuration): string {
  const voice = server?.['voice'];
  return typeof voice === 'string' ? voice : '';
}
