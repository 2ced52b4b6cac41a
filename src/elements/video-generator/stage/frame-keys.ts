// What one does with the frame that is shown: the next video starts from it, or ends with it.
import { html, nothing, type TemplateResult } from 'lit';

import type { FrameName } from '../composer/composer-view.js';
import type { Result } from './result.js';
import type { StageHost } from './stage.js';

/** A frame of a result. */
export interface Moment {
  readonly result: Result;
  /** Seconds from its beginning. */
  readonly atS: number;
}

/** `moment`: what is shown when a key is pressed. `leave`: closes what stands over the form. */
export function frameKeysView(
  { frames, takesLastFrame, playingWords }: StageHost,
  moment: () => Moment,
  leave: () => void,
): TemplateResult {
  const words = playingWords();
  const key = (frame: FrameName, label: string) => {
    const use = () => {
      const { result, atS } = moment();
      void frames.use(result, { frame, atS, ready: leave });
    };
    return html`<button
      type="button"
      class="button"
      data-act=${frame === 'image' ? 'continue-here' : 'end-here'}
      ?disabled=${frames.busy}
      @click=${use}
    >
      ${label}
    </button>`;
  };
  return html`${key('image', words.continueHere)} ${takesLastFrame() ? key('lastImage', words.endHere) : nothing}`;
}
