// Settings of who speaks: the voice, and what it is told before. Knows no device.
import { html, type TemplateResult } from 'lit';

import { sessionDefaults, values } from '../../../protocol/names.js';
import { tell, textOf, type Settings } from './settings-form.js';

export function voiceFields(settings: Settings): TemplateResult {
  const { element, say, note, conversation } = settings;
  const setVoice = (event: Event) => {
    element.voice = textOf(event).trim() || undefined;
    tell(settings, 'voice', { voice: element.voice ?? sessionDefaults.voice });
  };
  const setInstructions = (event: Event) => {
    element.instructions = textOf(event) || undefined;
    tell(settings, 'instructions', { instructions: element.instructions ?? '' });
  };
  return html`<label class="field">
      <span class="label">${say.voice}</span>
      <input
        class="input"
        list="voices"
        autocomplete="off"
        placeholder=${serverVoice(settings)}
        .value=${element.voice ?? ''}
        @change=${setVoice}
      />
      <datalist id="voices">${values.voice.map((voice) => html`<option value=${voice}></option>`)}</datalist>
      <span class="hint">${conversation.control.voiceFixed ? say.voiceFixed : say.voiceHint} ${note('voice')}</span>
    </label>
    <label class="field">
      <span class="label">${say.instructions}</span>
      <textarea class="input" rows="3" .value=${element.instructions ?? ''} @change=${setInstructions}></textarea>
      <span class="hint">${say.instructionsHint} ${note('instructions')}</span>
    </label>`;
}

function serverVoice({ element }: Settings): string {
  const voice = element.session?.store.get().session?.['voice'];
  return typeof voice === 'string' ? voice : '';
}
