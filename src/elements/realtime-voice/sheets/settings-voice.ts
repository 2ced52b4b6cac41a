// Settings of who speaks: the voice, and its instructions.
import { html, type TemplateResult } from 'lit';

import { sessionDefaults, values } from '../../../protocol/names.js';
import type { Configuration } from './settings-configuration.js';
import { textOf, type SettingFields } from './settings-form.js';

export function voiceFields({ say, note }: SettingFields, configuration: Configuration): TemplateResult {
  const { attributes, voiceFixed } = configuration;
  const setVoice = (event: Event) => {
    attributes.voice = textOf(event).trim() || undefined;
    configuration.change('voice', { voice: attributes.voice ?? sessionDefaults.voice });
  };
  const setInstructions = (event: Event) => {
    attributes.instructions = textOf(event) || undefined;
    configuration.change('instructions', { instructions: attributes.instructions ?? '' });
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
      <datalist id="voices">${values.voice.map((voice) => html`<option value=${voice}></option>`)}</datalist>
      <span class="hint">${voiceFixed ? say.voiceFixed : say.voiceHint} ${note('voice')}</span>
    </label>
    <label class="field">
      <span class="label">${say.instructions}</span>
      <textarea class="input" rows="3" .value=${attributes.instructions ?? ''} @change=${setInstructions}></textarea>
      <span class="hint">${say.instructionsHint} ${note('instructions')}</span>
    </label>`;
}

function serverVoice({ server }: Configuration): string {
  const voice = server?.['voice'];
  return typeof voice === 'string' ? voice : '';
}
