// The script of a page under a strict content policy that must not draw: a picture is redrawn all the same.
import { encodeImage } from '../../../../src/core/drafts/image.js';
import { quarters, turned } from './pictures.js';

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  violations.push(`${violatedDirective} ${blockedURI}`),
);
const photo = await turned(await quarters('image/jpeg'), 6);
Object.assign(globalThis, { OffscreenCanvas: undefined });
const { text } = await encodeImage(photo, { encoding: 'data-url', max: 1, maxBytes: 100_000 }, 'image');
parent.postMessage({ violations, text }, '*');
