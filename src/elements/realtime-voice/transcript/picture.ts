// A picture in a message, drawn on a canvas: a policy of `default-src 'self'` lets a page show no `data:` address.
import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { until } from 'lit/directives/until.js';

import { fromBase64 } from '../../../base/base64.js';
import { showBitmap } from '../../shared/drawn.js';

/** Pixels of the longer side: a transcript shows no more. */
const longestSidePx = 960;
const bitmapOf = /^data:(image\/(?:png|jpeg|webp|gif|avif|bmp));base64,([\w+/=]+)$/i;

/** `name` stands in its place until it is drawn, and where it cannot be. */
export const pictureView = (url: string, name: string): unknown =>
  guard([url, name], () => {
    const unseen = html`<p class="other" part="other">${name}</p>`;
    return until(
      draw(url, name).catch(() => unseen),
      unseen,
    );
  });

async function draw(url: string, name: string): Promise<HTMLCanvasElement> {
  const [, type, base64 = ''] = bitmapOf.exec(url) ?? [];
  const canvas = document.createElement('canvas');
  showBitmap(canvas, await small(await createImageBitmap(new Blob([fromBase64(base64)], { type: type ?? '' }))));
  canvas.className = 'picture';
  canvas.part.add('picture');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', name);
  return canvas;
}

async function small(bitmap: ImageBitmap): Promise<ImageBitmap> {
  const scale = longestSidePx / Math.max(bitmap.width, bitmap.height);
  if (scale >= 1) return bitmap;
  const toScale = (side: number) => Math.max(1, Math.round(side * scale));
  const made = await createImageBitmap(bitmap, {
    resizeWidth: toScale(bitmap.width),
    resizeHeight: toScale(bitmap.height),
    resizeQuality: 'medium',
  });
  bitmap.close();
  return made;
}
