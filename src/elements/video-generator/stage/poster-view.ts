// What stands under a video until it has a picture of its own: what plays is transparent before, and WebKit takes seconds.
import { html, nothing, type TemplateResult } from 'lit';

import { drawn } from '../../shared/drawn.js';
import type { GalleryContext } from '../gallery/gallery-context.js';
import type { Result } from './result.js';

const heightPx = 720;

/** `readyState`: undefined where nothing is there that plays. */
export function posterView(
  { task, at }: Result,
  readyState: number | undefined,
  { files }: GalleryContext,
): TemplateResult | typeof nothing {
  const output = task.outputs[at];
  if (output === undefined || (readyState ?? 0) >= HTMLMediaElement.HAVE_CURRENT_DATA) return nothing;
  files.showPoster(task.id, at, output);
  const poster = files.poster(task.id, at);
  return poster === undefined ? nothing : html`<canvas class="poster" aria-hidden="true" ${drawn(poster, heightPx)}></canvas>`;
}
