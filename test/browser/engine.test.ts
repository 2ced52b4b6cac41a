// What is skipped for want of a power is skipped only while the engine lacks it.
import { expect } from '@open-wc/testing';

import { has } from '../engines/lacks.js';

it('WebRTC is said to be missing where it is, and nowhere else', () => {
  expect(has('webrtc')).to.equal(typeof RTCPeerConnection === 'function');
});
