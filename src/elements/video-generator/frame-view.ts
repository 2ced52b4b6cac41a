// Choosing a first or last frame: file, address, or none; and its small picture. Loaded with the open control.
import { html, nothing, type ElementPart, type TemplateResult } from 'lit';
import { Directive, directive, PartType, type PartInfo } from 'lit/directive.js';

import { reportError } from '../../core/emitter.js';
import { fill } from '../shared/strings.js';
import { isWebAddress } from './frame-input.js';
import type { PanelContext } from './panel-view.js';

type Frame = 'image' | 'lastImage';

export function framePanelView(name: Frame, context: PanelContext): TemplateResult {
  const { words, draft, setFrame } = context;
  const frame = draft[name];
  const label = name === 'image' ? words.firstFrame : words.lastFrame;
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
            ${fill(words.frameClear, { frame: label.toLowerCase() })}
          </button>`
    }`;
}

function takeAddress(name: Frame, address: string, { say, setFrame, words }: PanelContext): void {
  if (address === '') setFrame(name, undefined);
  else if (isWebAddress(address)) setFrame(name, address);
  else say(name, words.frameNoImage);
}

/** A file is drawn; a picture of this origin is shown; of another origin only the host is told, since nothing foreign is fetched unasked. */
export function framePreview(frame: string | Blob): TemplateResult {
  if (typeof frame !== 'string') return html`<canvas class="thumbnail" ${drawn(frame)} aria-hidden="true"></canvas>`;
  const url = URL.parse?.(frame, document.baseURI) ?? new URL(frame, document.baseURI);
  if (url.origin !== location.origin) return html`<span class="host">${url.hostname || 'data'}</span>`;
  return html`<img class="thumbnail" src=${url.href} alt="" />`;
}

class DrawnDirective extends Directive {
  #drawn: Blob | undefined;

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new TypeError('drawn() stands on a canvas.');
  }

  render(_frame: Blob): typeof nothing {
    return nothing;
  }

  override update({ element }: ElementPart, [frame]: [Blob]): typeof nothing {
    if (frame !== this.#drawn && element instanceof HTMLCanvasElement) {
      this.#drawn = frame;
      void this.#draw(element, frame);
    }
    return nothing;
  }

  // A canvas needs no `blob:` address, which a strict page refuses.
  async #draw(canvas: HTMLCanvasElement, frame: Blob): Promise<void> {
    try {
      const bitmap = await createImageBitmap(frame, { resizeHeight: 112, resizeQuality: 'medium' });
      if (frame !== this.#drawn) return bitmap.close();
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      bitmap.close();
    } catch (error) {
      if (!(error instanceof DOMException)) reportError(error);
    }
  }
}

const drawn = directive(DrawnDirective);
