// How files are played without a link: in a page whose policy refuses `blob:`, whatever they are made of.
import { expect } from '@open-wc/testing';

import { makeVideo } from '../../../../src/core/on-device/on-device-video.js';
import { servedClip } from '../../served-clip.js';
import { strictFrame } from '../../strict-frame.js';

interface Outcome {
  readonly played: Readonly<Record<string, unknown>> | undefined;
  readonly violations: readonly string[];
}

async function playStrictly(file: Blob): Promise<Outcome> {
  const frame = strictFrame(new URL('file-player-strict-page.ts', import.meta.url));
  const hear = () => new Promise<unknown>((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
  const ready = hear();
  document.body.append(frame);
  await ready;
  const outcome = hear();
  frame.contentWindow?.postMessage(file, '*');
  const told = (await outcome) as Outcome;
  frame.remove();
  return told;
}

async function made(format: 'webm' | 'mp4'): Promise<Blob> {
  const { signal } = new AbortController();
  const order = { prompt: 'a meadow', negativePrompt: '', style: '', quality: '', movement: 'large', seed: 5 } as const;
  const size = { width: 160, height: 90, fps: 24, frames: 36, format, image: undefined, lastImage: undefined };
  return makeVideo({ ...order, ...size }, { signal, onStep: () => undefined });
}

const kinds: Readonly<Record<string, () => Promise<Blob>>> = {
  'WebM with sound': () => servedClip('webm'),
  'MP4 with its index behind': () => servedClip('mp4'),
  'WebM made on the device': () => made('webm'),
  'MP4 made on the device': () => made('mp4'),
};

describe('a file under a strict policy', () => {
  for (const [kind, fileOf] of Object.entries(kinds)) {
    it(`plays, seeks, loops and ends on a canvas, with nothing to report: ${kind}`, async () => {
      const { played, violations } = await playStrictly(await fileOf());
      expect(violations).to.deep.equal([]);
      expect(played).to.deep.include({ videoWidth: 160, videoHeight: 90, same: { round: true, late: false }, paused: true });
      expect(played?.['duration']).to.be.closeTo(1.5, 0.1);
      expect(played?.['lateS']).to.be.closeTo(1.2, 0.1);
      expect(played?.['endS']).to.equal(played?.['duration']);
      expect(played?.['pictures']).to.be.above(2);
    });
  }

  it('says of what is no video that it does not play', async () => {
    const { played, violations } = await playStrictly(new Blob(['nothing']));
    expect(played)
      .to.be.a('string')
      .that.matches(/^UnsupportedInputFormatError/);
    expect(violations).to.deep.equal([]);
  });
});
