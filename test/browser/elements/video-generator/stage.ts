// Puts a <video-generator> with a scripted queue on the page, and finds its way in its tree by what people see.
import { fixture, html } from '@open-wc/testing';
import { BufferTarget, canEncodeVideo, CanvasSource, Output, WebMOutputFormat } from 'mediabunny';
import { createVideoQueue, memoryStorage } from 'voxreel';

import type { VideoTask } from '../../../../src/core/video/queue/video-queue.js';
import { VideoGenerator } from '../../../../src/elements/video-generator/define.js';
import { until } from '../until.js';
import { scriptedQueue, type ScriptedQueue, type ScriptedQueueOptions } from '../scripted-queue.js';

export async function stage(options: ScriptedQueueOptions & { readonly set?: (element: VideoGenerator) => void } = {}) {
  const queue: ScriptedQueue = scriptedQueue(options);
  const element = document.createElement('video-generator');
  element.queue = queue;
  element.models = 'kling-v2, jimeng-3, vidu-q2, my-own';
  element.model = 'my-own';
  options.set?.(element);
  await fixture(html`${element}`);
  if (!(element instanceof VideoGenerator)) throw new Error('No <video-generator> was made.');
  return {
    ...staged(element),
    queue,
    /** The draft of the last submit. */
    sent: () => queue.calls.findLast(([name]) => name === 'submit')?.[1] as Record<string, unknown> | undefined,
  };
}

/** An element that is on the page, and its way in it. */
export function staged(element: VideoGenerator) {
  const root = element.shadowRoot;
  if (root === null) throw new Error('It was not drawn.');
  const all = <E extends HTMLElement = HTMLElement>(selector: string) => [...root.querySelectorAll<E>(selector)];
  const find = <E extends HTMLElement = HTMLElement>(selector: string) =>
    until(() => root.querySelector<E>(selector) ?? undefined, selector);
  /** The first control whose name or words are these. */
  const control = (name: string) =>
    until(() => all('button, a, input, textarea, select, label.option').find((each) => nameOf(each) === name), name);
  return {
    element,
    root,
    all,
    find,
    control,
    text: () => textOf(root),
    says: (words: string) => until(() => (textOf(root).includes(words) ? true : undefined), words),
    async write(prompt: string) {
      const area = await find<HTMLTextAreaElement>('textarea');
      area.value = prompt;
      area.dispatchEvent(new Event('input', { bubbles: true }));
      await element.updateComplete;
    },
    async press(name: string) {
      (await control(name)).click();
      await element.updateComplete;
    },
    card: (id: string) => find(`[data-id="${id}"]`),
    async pressIn(id: string, name: string) {
      const button = await until(() => all(`[data-id="${id}"] :is(button, a)`).find((each) => nameOf(each) === name), `${name} on ${id}`);
      button.click();
      await element.updateComplete;
    },
    async change(label: string, value: string) {
      const input = await until(() => all<HTMLInputElement>('input, textarea').find((each) => nameOf(each) === label), label);
      input.value = value;
      input.dispatchEvent(new Event('change', { bubbles: true }));
      await element.updateComplete;
    },
  };
}

const clean = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();

const textOf = (root: ShadowRoot) => clean([...root.children].map((child) => child.textContent).join(' '));

function nameOf(element: HTMLElement): string {
  const labeled = element.closest('label')?.querySelector('.label')?.textContent;
  return clean(
    element.getAttribute('aria-label') ??
      (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? labeled : element.textContent),
  );
}

let sample: Promise<Blob> | undefined;

/** A video of eight frames, made once in this page; by the local service where the engine encodes no VP8. */
export function sampleFile(): Promise<Blob> {
  sample ??= canEncodeVideo('vp8').then((can) => (can ? encoded() : serve()));
  return sample;
}

let address: string | undefined;

export async function sampleVideo(): Promise<string> {
  const file = await sampleFile();
  return (address ??= URL.createObjectURL(file));
}

/** 640 x 360 */
export async function poster(): Promise<Blob> {
  const canvas = new OffscreenCanvas(640, 360);
  canvas.getContext('2d')?.fillRect(0, 0, 320, 360);
  return canvas.convertToBlob({ type: 'image/jpeg' });
}

/** Frames with times of their own: a recording of a busy page may have one picture and no length. */
async function encoded(): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  const video = new CanvasSource(canvas, { codec: 'vp8', bitrate: 100_000 });
  output.addVideoTrack(video, { frameRate: 30 });
  await output.start();
  for (let frame = 0; frame < 8; frame++) {
    pen?.fillRect(frame * 8, 0, 8, 60);
    await video.add(frame / 30, 1 / 30);
  }
  await output.finalize();
  return new Blob([output.target.buffer ?? new ArrayBuffer()], { type: 'video/webm' });
}

async function serve(): Promise<Blob> {
  const { gateway } = (await (await fetch('/test-service.json')).json()) as { gateway: string };
  const queue = createVideoQueue({ baseUrl: gateway, storage: memoryStorage<VideoTask>() });
  const { id } = await queue.submit({ model: 'any', prompt: 'Waves', duration: 1, width: 160, height: 90, fps: 12 });
  const made = () => queue.tasks.get().find((task) => task.id === id)?.outputs[0]?.url;
  const url = await until(made, 'the sample');
  queue.close();
  return (await fetch(url)).blob();
}
