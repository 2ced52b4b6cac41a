// A picture in a message, drawn on a canvas: a policy of `default-src 'self'` lets a page show no `data:` address.
import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { until } from 'lit/directives/until.js';

import { fromBase64 } from '../../../base/base64.js';

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
  const bitmap = await createImageBitmap(new Blob([fromBase64(base64)], { type: type ?? '' }));
  const scale = Math.min(1, longestSidePx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  canvas.className = 'picture';
  canvas.part.add('picture');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', name);
  return canvas;
}
