// Who draws the pictures of kept files: an element does, for its own queue and for one that the page made.
import { expect } from '@open-wc/testing';
import { createVideoQueue, drawPoster } from 'voxreel';
import type { VideoQueue } from 'voxreel';

import { VideoGenerator } from '../../../../src/elements/video-generator/define.js';
import { until } from '../../core/video/until.js';
import { until as untilShown } from '../until.js';

const draft = { model: 'my-own', prompt: 'Rain on a tin roof', duration: 1, width: 160, height: 90, fps: 12 };

/** A real queue of the page's own, in an element. */
async function given(prepare: (queue: VideoQueue) => void = () => {}) {
  const { gateway }: { gateway: string } = await (await fetch('/test-service.json')).json();
  const queue = createVideoQueue({ baseUrl: gateway, name: `posters-${Date.now()}`, keepResults: true });
  prepare(queue);
  const element = new VideoGenerator();
  element.queue = queue;
  document.body.append(element);
  // The queue is followed with the studio, which loads a moment later.
  await untilShown(() => (queue.results.drawPoster === undefined ? undefined : true), 'somebody who draws');
  const close = async (id: string) => {
    element.remove();
    await queue.remove(id);
    queue.close();
  };
  return { queue, element, close };
}

describe('the pictures of kept files', () => {
  it("are drawn for a queue of the page's own that an element shows", async () => {
    const { queue, close } = await given();
    const { id } = await queue.submit(draft);
    await until(queue, ({ outputs }) => outputs[0]?.kept?.poster === true);
    const picture = await createImageBitmap((await queue.results.poster(id)) ?? new Blob());
    expect([picture.width, picture.height]).to.deep.equal([160, 90]);
    await close(id);
  });

  it('are still drawn when that element is gone', async () => {
    const { queue, element, close } = await given();
    element.remove();
    const { id } = await queue.submit(draft);
    await until(queue, ({ outputs }) => outputs[0]?.kept?.poster === true);
    await close(id);
  });

  it('are drawn by the page where it says how', async () => {
    let drawn = 0;
    const { queue, close } = await given(({ results }) => {
      results.drawPoster = (file, signal) => {
        drawn += 1;
        return drawPoster(file, signal);
      };
    });
    const { id } = await queue.submit(draft);
    await until(queue, ({ outputs }) => outputs[0]?.kept?.poster === true);
    expect(drawn).to.equal(1);
    await close(id);
  });
});

describe('the picture of a video that is not kept', () => {
  it('is drawn once: opened again, a page fetches nothing of the video', async () => {
    const { gateway }: { gateway: string } = await (await fetch('/test-service.json')).json();
    const name = `reopened-${Date.now()}`;
    const asked: string[] = [];
    const counted: typeof fetch = (input, init) => {
      asked.push(input instanceof Request ? input.url : input.toString());
      return fetch(input, init);
    };
    const open = () => {
      const element = new VideoGenerator();
      const queue = (element.queue = createVideoQueue({ baseUrl: gateway, name, fetch: counted }));
      document.body.append(element);
      const poster = () =>
        untilShown(() => element.shadowRoot?.querySelector<HTMLCanvasElement>('canvas.poster') ?? undefined, 'the picture');
      return { element, queue, poster };
    };
    const first = open();
    const { id } = await first.queue.submit(draft);
    await first.poster();
    const { outputs } = await until(first.queue, ({ status }) => status === 'succeeded');
    const fetched = () => asked.filter((url) => url === outputs[0]?.url).length;
    expect(fetched()).to.equal(1);
    first.element.remove();
    first.queue.close();

    const second = open();
    const picture = await second.poster();
    await untilShown(() => (picture.height === 360 ? true : undefined), 'the picture to be drawn');
    expect([fetched(), second.element.shadowRoot?.querySelector('video')]).to.deep.equal([1, null]);
    expect((await second.queue.results.poster(id))?.size).to.be.within(1, 40_000);
    second.element.remove();
    await second.queue.remove(id);
    second.queue.close();
  });
});
