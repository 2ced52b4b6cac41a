// How <video-generator> lives in a page: strict policies, languages, moves, settings that change, and the real service.
import { expect, oneEvent } from '@open-wc/testing';
import { providers } from 'voxreel';
import type { VideoReadyEvent } from 'voxreel';

import { VideoGenerator } from '../../../../src/elements/video-generator/define.js';
import { scriptedQueue, scriptedTask } from '../scripted-queue.js';
import { until } from '../until.js';
import { stage } from './stage.js';
import { strictFrame } from '../../strict-frame.js';

describe('<video-generator>: living in a page', () => {
  it('is defined once, however often it is asked for', async () => {
    await import(new URL('../../../../src/elements/video-generator/define.js?again', import.meta.url).href);
    expect(customElements.get('video-generator')).to.equal(VideoGenerator);
  });

  it('lives under a strict content policy without one violation', async () => {
    const frame = strictFrame(new URL('strict-page.ts', import.meta.url));
    const told = new Promise<string[]>((resolve) =>
      addEventListener('message', ({ data }: MessageEvent<{ violations: string[] }>) => resolve(data.violations), { once: true }),
    );
    document.body.append(frame);
    expect(await told).to.deep.equal([]);
    frame.remove();
  });

  it('offers what is registered on the page while it is there', async () => {
    const undo = providers.use({ id: 'late', title: 'Late', models: ['late-1'] });
    const { element, find, says, text } = await stage({ set: (element) => (element.models = '') });
    (await find('[data-opens="model"]')).click();
    await says('late-1');
    undo();
    await until(() => (text().includes('late-1') ? undefined : true), 'the model to go');
    expect(element.isConnected).to.equal(true);
  });

  it('shows another queue when it is given one, and closes neither', async () => {
    const { element, queue, card } = await stage({ tasks: [scriptedTask({ id: 'first' })] });
    await card('first');
    const other = scriptedQueue({ tasks: [scriptedTask({ id: 'second' })] });
    element.queue = other;
    await card('second');
    expect(element.shadowRoot?.querySelector('[data-id="first"]')).to.equal(null);
    element.remove();
    expect([...queue.calls, ...other.calls]).to.deep.equal([]);
  });

  it('goes on after it was moved', async () => {
    const { element, queue, card } = await stage({ tasks: [scriptedTask({ id: 'first' })] });
    const elsewhere = document.createElement('div');
    document.body.append(elsewhere);
    elsewhere.append(element);
    queue.put({ id: 'second' });
    await card('second');
    elsewhere.remove();
  });

  it('reaches 4.5:1 with every text on every paper, light and dark', async () => {
    const { element } = await stage();
    for (const scheme of ['light', 'dark']) {
      element.style.setProperty('color-scheme', scheme);
      for (const text of ['ink', 'ink-2', 'ink-3', 'accent', 'live', 'warning']) {
        for (const paper of ['paper', 'paper-2', 'paper-3']) {
          expect(contrast(color(element, text), color(element, paper)), `${text} on ${paper}, ${scheme}`).to.be.at.least(4.5);
        }
      }
      for (const [text, paper] of [
        ['on-accent', 'accent'],
        ['on-live', 'live'],
      ] as const) {
        expect(contrast(color(element, text), color(element, paper)), `${text}, ${scheme}`).to.be.at.least(4.5);
      }
    }
  });

  it('makes a real video that plays and is still there after the element was recreated', async () => {
    const { gateway }: { gateway: string } = await (await fetch('/test-service.json')).json();
    const first = await realElement(gateway);
    const ready = oneEvent<VideoReadyEvent>(first, 'video-ready');
    const task = await first.generate({ prompt: 'Snow on a frozen lake', duration: 1, width: 160, height: 90, fps: 12, seed: 5 });
    const { outputs } = await ready;
    expect(outputs[0]).to.include({ width: 160, height: 90, fps: 12, seed: 5 });
    first.remove();
    const second = await realElement(gateway);
    const seek = (what: string) => second.shadowRoot?.querySelector<HTMLElement>(`[data-id="${task?.id}"] ${what}`) ?? undefined;
    await until(() => seek('canvas.poster'), 'its picture');
    expect(seek('video')).to.equal(undefined);
    seek('.play')?.click();
    const video = (await until(() => seek('video'), 'the video')) as HTMLVideoElement;
    await until(() => (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? true : undefined), 'its first frame');
    expect([video.videoWidth, video.videoHeight]).to.deep.equal([160, 90]);
    await second.removeTask(task?.id ?? '');
    second.remove();
  });

  it('keeps a real video here, with its poster, and plays it after its link is gone', async () => {
    const { gateway }: { gateway: string } = await (await fetch('/test-service.json')).json();
    const element = await realElement(gateway, true);
    const task = await element.generate({ prompt: 'Rain on a tin roof', duration: 1, width: 160, height: 90, fps: 12 });
    const seek = (selector: string) => element.shadowRoot?.querySelector<HTMLElement>(`[data-id="${task?.id}"] ${selector}`) ?? undefined;
    await until(() => seek('.kept'), 'the mark');
    await until(() => seek('.poster'), 'the poster');
    seek('.play')?.click();
    const screen = await until(() => seek('canvas[role="img"]'), 'the kept file');
    expect(screen).to.include({ width: 160, height: 90 });
    await element.removeTask(task?.id ?? '');
    element.remove();
  });
});

async function realElement(gateway: string, keepResults = false): Promise<VideoGenerator> {
  const element = document.createElement('video-generator');
  element.baseUrl = gateway;
  element.keepResults = keepResults;
  element.model = 'my-own';
  document.body.append(element);
  await element.updateComplete;
  return element;
}

/** Red, green and blue, 0 to 1. */
function color(element: HTMLElement, name: string): readonly number[] {
  const probe = document.createElement('span');
  probe.style.setProperty('color', `var(--_${name})`);
  element.shadowRoot?.append(probe);
  const numbers =
    getComputedStyle(probe)
      .color.match(/[\d.]+/g)
      ?.map(Number) ?? [];
  probe.remove();
  return numbers.slice(0, 3).map((part) => part / 255);
}

function contrast(a: readonly number[], b: readonly number[]): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
