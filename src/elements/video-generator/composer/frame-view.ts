// Choosing a first or last frame: file, address, or none; and its small picture. Loaded with the open control.
import { html, nothing, type TemplateResult } from 'lit';

import type { VideoDraft } from '../../../core/providers/provider.js';
import { fill, type Language } from '../../shared/strings.js';
import type { ModelInfo } from './draft.js';
import { drawn } from '../../shared/drawn.js';
import { isWebAddress } from './frame-input.js';
import type { PanelContext } from './panel-context.js';
import { videoPanelWords } from './panel-words.js';

type Frame = 'image' | 'lastImage';

export function framePanelView(name: Frame, context: PanelContext): TemplateResult {
  const { words, draft, setFrame } = context;
  const frame = draft[name];
  return html`<div class="frame-choice">
      <span class="note">${words.frameHint}</span>
      <label class="button file">
        <span>${words.chooseFile}</span>
        <input
          type="file"
          accept="image/*"
          @change=${(event: Event) => event.target instanceof HTMLInputElement && setFrame(name, event.target.files?.[0])}
        />
      </label>
    </div>
    <label class="field">
      <span class="label">${words.frameUrl}</span>
      <input
        class="input"
        type="url"
        inputmode="url"
        placeholder="https://"
        .value=${typeof frame === 'string' && isWebAddress(frame) ? frame : ''}
        @change=${(event: Event) => event.target instanceof HTMLInputElement && takeAddress(name, event.target.value.trim(), context)}
      />
    </label>
    ${
      frame === undefined
        ? nothing
        : html`<button type="button" class="button danger" @click=${() => setFrame(name, undefined)}>
            ${name === 'image' ? words.firstFrameClear : words.lastFrameClear}
          </button>`
    }`;
}

function takeAddress(name: Frame, address: string, { say, setFrame, words }: PanelContext): void {
  if (address === '') setFrame(name, undefined);
  else if (isWebAddress(address)) setFrame(name, address);
  else say(name, words.frameNoImage);
}

/** A file is drawn; a picture of this origin is shown; of another origin, only its host is shown, since nothing is fetched from elsewhere unasked. */
export function framePreview(frame: string | Blob, uploaded?: number, label?: string): TemplateResult {
  if (typeof frame !== 'string')
    return html`<canvas class="thumbnail" ${drawn(frame, 112)} aria-hidden="true"></canvas>${
        uploaded === undefined
          ? nothing
          : html`<progress class="uploaded" aria-label=${label ?? nothing} max="1" value=${uploaded}></progress>`
      }`;
  const url = URL.parse?.(frame, document.baseURI) ?? new URL(frame, document.baseURI);
  if (url.origin !== location.origin) return html`<span class="host">${url.hostname || 'data'}</span>`;
  return html`<img class="thumbnail" src=${url.href} alt="" />`;
}

/** Decoded small, which costs little: what cannot be read here is better refused than sent. */
export async function canRead(file: Blob): Promise<boolean> {
  try {
    (await createImageBitmap(file, { resizeHeight: 16, resizeQuality: 'low' })).close();
    return true;
  } catch {
    return false;
  }
}

/** Said before the click of files that will not go as they are. */
export function frameNotes({ image, lastImage }: VideoDraft, { limits }: ModelInfo, language: Language): readonly string[] {
  const most = limits.images?.maxBytes ?? Infinity;
  const { formats } = language;
  const words = videoPanelWords.wordsFor(language);
  const files = [image, lastImage].filter((frame) => frame instanceof Blob);
  const large = files.filter(({ size }) => size > most);
  return large.map(({ size }) => fill(words.frameShrinks, { size: formats.bytes(size), limit: formats.bytes(most) }));
}
