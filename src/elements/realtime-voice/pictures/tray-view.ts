// The tray above the dock: ways to add a picture, and those that wait to be sent. Drawn on canvases: a strict page shows no `blob:` address.
import { html, nothing, type TemplateResult } from 'lit';

import { closeIcon } from '../../shared/icons.js';
import { strokeIcon } from '../../shared/draw-icon.js';
import { drawn } from '../../shared/drawn.js';
import type { ConversationWords } from '../conversation-words.js';
import type { FrameSource } from './frame-from.js';

const pictureHeightPx = 96;
const pictureIcon = strokeIcon('M4.5 5.5h15v13h-15zM4.5 15.5l4-4 4 4 2.5-2.5 4.5 4.5M15.5 9.5h.01');

export const attachButton = ({ addPicture }: ConversationWords, open: boolean, toggle: () => void): TemplateResult =>
  html`<button
    type="button"
    class="button round"
    aria-label=${addPicture}
    title=${addPicture}
    aria-expanded=${String(open)}
    @click=${toggle}
  >
    ${pictureIcon}
  </button>`;

export interface TrayView {
  readonly words: ConversationWords;
  readonly pictures: readonly Blob[];
  /** The ways to add one are shown. */
  readonly open: boolean;
  readonly choose: (files: readonly File[]) => void;
  readonly take: (source: FrameSource) => void;
  readonly share: () => void;
  /** What is said of a screen that is shared, and what ends that. */
  readonly sharing: { readonly note: string; readonly stop: () => void } | undefined;
  readonly remove: (picture: Blob) => void;
  readonly send: () => void;
}

export function trayView(view: TrayView): TemplateResult {
  const { words, pictures, open, sharing, remove, send } = view;
  return html`<div class="pictures" part="pictures" role="group" aria-label=${words.pictures}>
    ${pictures.map(
      (picture, at) =>
        html`<span class="picked"
          ><canvas role="img" aria-label="${words.picture} ${at + 1}" ${drawn(picture, pictureHeightPx)}></canvas
          ><button
            type="button"
            class="button round"
            aria-label="${words.removePicture} ${at + 1}"
            title=${words.removePicture}
            @click=${() => remove(picture)}
          >
            ${closeIcon}
          </button></span
        >`,
    )}
    ${pictures.length === 0 ? nothing : html`<button type="button" class="button primary" @click=${send}>${words.sendPictures}</button>`}
    ${
      sharing === undefined
        ? nothing
        : html`<span class="note">${sharing.note}</span
            ><button type="button" class="button" @click=${sharing.stop}>${words.stopSharing}</button>`
    }
    ${open ? waysView(view) : nothing}
  </div>`;
}

const waysView = ({ words, choose, take, share, sharing }: TrayView): TemplateResult =>
  html`<label class="button file"
      >${words.choosePicture}<input
        type="file"
        accept="image/*"
        multiple
        @change=${({ currentTarget: field }: Event) => {
          if (field instanceof HTMLInputElement) choose([...(field.files ?? [])]);
        }} /></label
    ><button type="button" class="button" @click=${() => take('camera')}>${words.takePhoto}</button>${
      canShareScreen()
        ? html`<button type="button" class="button" @click=${() => take('screen')}>${words.shareFrame}</button>${
              sharing === undefined ? html`<button type="button" class="button" @click=${share}>${words.shareScreen}</button>` : nothing
            }`
        : nothing
    }`;

const canShareScreen = (): boolean => typeof (navigator.mediaDevices as MediaDevices | undefined)?.getDisplayMedia === 'function';
