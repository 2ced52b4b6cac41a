// What is skipped for want of a power is skipped only while the engine lacks it.
import { expect } from '@open-wc/testing';

import { has } from '../engines/lacks.js';
import { noise } from './core/drafts/pictures.js';

it('WebRTC is said to be missing where it is, and nowhere else', () => {
  expect(has('webrtc')).to.equal(typeof RTCPeerConnection === 'function');
});

it('a decoder is said to be strict where it refuses what was cut, and nowhere else', async () => {
  const cut = new Blob([await (await noise(900, 600, 'image/jpeg')).slice(0, 3000).arrayBuffer()]);
  const refused = await createImageBitmap(cut).then(
    () => false,
    () => true,
  );
  expect(has('strict decoder')).to.equal(refused);
});

it('a canvas is said to write WebP where it does, and nowhere else', async () => {
  const canvas = new OffscreenCanvas(1, 1);
  canvas.getContext('2d');
  expect(has('webp')).to.equal((await canvas.convertToBlob({ type: 'image/webp' })).type === 'image/webp');
});
