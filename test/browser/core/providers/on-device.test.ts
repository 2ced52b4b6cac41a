// Videos made in the browser: what is asked for is what comes, with no service at all.
import { expect } from '@open-wc/testing';

import { memoryStorage } from '../../../../src/core/persistence/memory.js';
import { createVideoQueue } from '../../../../src/core/video/queue.js';
import type { VideoQueue, VideoTask } from '../../../../src/core/video/video-queue.js';
import type { VideoDraft } from '../../../../src/core/providers/provider.js';
import { until } from '../video/until.js';

const draft: VideoDraft = {
  model: 'on-device',
  prompt: 'a heron over water at dusk',
  width: 160,
  height: 90,
  fps: 12,
  duration: 1,
  seed: 7,
};

/** What the file says of itself, and the pixels of one moment. */
async function played(url: string, atS = 0.5) {
  const video = document.createElement('video');
  video.muted = true;
  video.src = url;
  await new Promise((resolve, reject) => {
    video.addEventListener('loadeddata', resolve, { once: true });
    video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
  });
  const sought = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
  video.currentTime = atS;
  await sought;
  const { videoWidth: width, videoHeight: height, duration } = video;
  const pen = new OffscreenCanvas(width, height).getContext('2d');
  pen?.drawImage(video, 0, 0);
  const pixels = pen?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  return { width, height, duration, pixels };
}

describe('on-device', () => {
  const open: VideoQueue[] = [];
  const queueOf = () => {
    const queue = createVideoQueue({
      baseUrl: 'https://unreachable.invalid',
      fetch: () => Promise.reject(new Error('A request left the page.')),
      storage: memoryStorage<VideoTask>(),
    });
    open.push(queue);
    return queue;
  };
  const made = async (more: Partial<VideoDraft> = {}, queue = queueOf()) => {
    const { id } = await queue.submit({ ...draft, ...more });
    return until(queue, (task) => task.id === id && task.status !== 'processing');
  };
  afterEach(() => {
    for (const queue of open.splice(0)) queue.close();
  });

  it('makes a video without any service', async () => {
    const task = await made();
    expect(task.error?.message).to.equal(undefined);
    const [output] = task.outputs;
    expect(output).to.include({ format: 'webm', width: 160, height: 90, fps: 12, duration: 1, seed: 7 });
    const video = await played(String(output?.url));
    expect([video.width, video.height]).to.deep.equal([160, 90]);
    expect(video.duration).to.be.closeTo(1, 0.05);
    expect(new Set(video.pixels).size).to.be.above(30);
  });
});
