// Videos of a share in a place of ours each, with the row of the elements below. Loaded where there are any.
import { html, type TemplateResult } from 'lit';

import { expandIcon } from '../shared/icons.js';
import { shrinkIcon } from '../video-generator/stage/playing-icons.js';
import { styles, Transport, videoPlayingWords } from '../video-generator/stage/transport.js';
import type { SharedHost, SharedPart } from './shared-part.js';

const usualFrameS = 1 / 24;

export function takeVideos(host: SharedHost, videos: readonly HTMLVideoElement[]): SharedPart {
  const words = () => videoPlayingWords.wordsFor(host.language());
  const transports = videos.map(
    (player, at) =>
      new Transport({
        player,
        frameS: usualFrameS,
        words,
        formats: () => host.language().formats,
        fine: true,
        more: () => fullScreenView(host, at, words()),
      }),
  );
  for (const [at, video] of videos.entries()) {
    video.slot = slotOf(at);
    video.controls = false;
  }
  return {
    styles,
    view() {
      for (const transport of transports) transport.draw();
      return transports.map(
        (transport, at) =>
          html`<div class="stage" @fullscreenchange=${transport.draw}>
            <slot name=${slotOf(at)} @click=${() => transport.toggle()}></slot>
            ${transport.element}
          </div>`,
      );
    },
    close() {
      for (const transport of transports) transport.close();
    },
  };
}

const slotOf = (at: number): string => `video-${at}`;

/** Nothing where the browser has no full screen for it. */
function fullScreenView(
  { renderRoot }: SharedHost,
  at: number,
  { fullScreen, leaveScreen }: { readonly fullScreen: string; readonly leaveScreen: string },
): TemplateResult {
  if (!document.fullscreenEnabled) return html``;
  const isFull = renderRoot instanceof ShadowRoot && renderRoot.fullscreenElement !== null;
  const toggle = () => (isFull ? document.exitFullscreen() : renderRoot.querySelectorAll('.stage')[at]?.requestFullscreen());
  const name = isFull ? leaveScreen : fullScreen;
  return html`<button
    type="button"
    class="button quiet round"
    title=${name}
    aria-label=${name}
    @click=${() => void toggle()?.catch(() => undefined)}
  >
    ${isFull ? shrinkIcon : expandIcon}
  </button>`;
}
