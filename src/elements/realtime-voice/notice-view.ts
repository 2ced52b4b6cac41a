// A failure in words, with the way out as a button. Knows no session.
import { html, nothing, type TemplateResult } from 'lit';

import type { VoxreelError } from '../../core/errors.js';
import { closeIcon } from '../shared/icons.js';
import type { VoiceWords } from '../shared/strings.voice.en.js';
import { redact } from './redact.js';

export interface NoticeView {
  readonly error: VoxreelError | undefined;
  readonly words: VoiceWords;
  readonly wayOut: { readonly label: string; readonly act: () => void } | undefined;
  readonly dismiss: () => void;
}

/** Stands where the thing failed: the microphone's by the dock, the connection's by the top line. */
export const isMicrophoneError = (error: VoxreelError | undefined): boolean =>
  error !== undefined && (error.code.startsWith('microphone_') || error.code === 'audio_blocked');

export function noticeView({ error, words, wayOut, dismiss }: NoticeView): TemplateResult | typeof nothing {
  if (error === undefined) return nothing;
  const known = words.errors[error.code];
  const title = known?.title ?? words.errors['unknown']?.title;
  const hint = known === undefined ? redact(error.message) : known.hint;
  const told = known !== undefined && serviceSaid(error) ? redact(error.message) : '';
  return html`<div class="notice" part="error">
    <p><strong>${title}</strong> ${hint}${told === '' ? nothing : html`<span class="note">${told}</span>`}</p>
    ${wayOut === undefined ? nothing : html`<button class="button way-out" @click=${wayOut.act}>${wayOut.label}</button>`}
    <button class="button quiet round" aria-label=${words.dismiss} title=${words.dismiss} @click=${dismiss}>${closeIcon}</button>
  </div>`;
}

/** What the service itself says about a refusal is worth showing; our own English message is not. */
const serviceSaid = (error: VoxreelError) => error.status !== undefined || error.param !== undefined;
