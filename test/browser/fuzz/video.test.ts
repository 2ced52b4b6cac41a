// <video-generator> over a real queue, with what no service should answer, histories and pictures of strangers, and forms of other people's providers.
import fc from 'fast-check';

import 'voxreel/video-generator';
import { createVideoQueue, isVoxreelError, memoryStorage } from 'voxreel';
import type { FieldUi, VideoProvider, VideoQueue } from 'voxreel';
import type { StandardSchema } from '../../../src/core/providers/provider.js';
import type { VideoTask } from '../../../src/core/video/queue/video-queue.js';
import { answersToShow, formsToDraw, historiesToRead, hostileText, tasksToShow, type HostileForm } from '../../fuzz/hostile-pages.js';
import { scriptedQueue } from '../elements/scripted-queue.js';
import { until } from '../elements/until.js';
import { itShows, requireHarmless } from './pages.js';

const json = { headers: { 'content-type': 'application/json' } };

let queues = 0;

function realQueue(answer = '{}'): VideoQueue {
  return createVideoQueue({
    baseUrl: 'https://api.example/gateway',
    name: `hostile-${++queues}`,
    storage: memoryStorage<VideoTask>(),
    fetch: async (_, { method } = {}) => new Response(method === 'POST' ? '{"task_id":"t","status":"queued"}' : answer, json),
    poll: { firstMs: 1_000_000, everyMs: 1_000_000 },
  });
}

function providerOf({ title, models, schema, ui }: HostileForm): VideoProvider {
  const told = { version: 1, vendor: 'x', validate: (value: unknown) => ({ value }), jsonSchema: { input: () => schema } };
  return {
    id: 'hostile',
    title,
    models: ['my-own', ...models],
    metadata: { '~standard': told } as StandardSchema,
    ui: ui as Record<string, FieldUi>,
  };
}

async function withElement(
  given: { readonly queue: VideoQueue; readonly providers?: readonly VideoProvider[] },
  act: (all: (selector: string) => HTMLElement[], element: HTMLElement) => Promise<void>,
): Promise<void> {
  const element = document.createElement('video-generator');
  Object.assign(element, { ...given, model: 'my-own', lang: 'en' });
  document.body.append(element);
  const all = (selector: string) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
  try {
    await until(() => all('[data-opens]')[0], 'the form');
    await act(all, element);
    await requireHarmless(element);
  } finally {
    element.remove();
    given.queue.close();
  }
}

/** Every card, and the newest video large. */
async function seeAll(queue: VideoQueue, all: (selector: string) => HTMLElement[], element: Element): Promise<void> {
  for (const { id } of queue.tasks.get().slice(0, 4))
    await until(() => all('[data-id]').find(({ dataset }) => dataset['id'] === id), `the card of ${id}`);
  await requireHarmless(element);
  const view = all('[data-act=view]')[0];
  if (view === undefined) return;
  view.click();
  await until(() => all('dialog')[0], 'the full view');
}

async function openChip(all: (selector: string) => HTMLElement[], name: string, element: HTMLElement): Promise<void> {
  const chip = all('[data-opens]').find(({ dataset }) => dataset['opens'] === name);
  chip?.click();
  // A switch opens nothing.
  if (chip?.hasAttribute('aria-expanded') === true) await until(() => all('#panel .panel-body')[0], `what ${name} opens`);
  await requireHarmless(element);
}

describe('<video-generator>, given what hurts', () => {
  // Nothing is fetched from the hosts that are named.
  const policy = document.createElement('meta');
  before(() => {
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = "media-src 'self' blob:; img-src 'self' blob:";
    document.head.append(policy);
  });

  itShows(
    'makes no markup, script or unsafe address of what a service answers',
    6,
    fc.tuple(answersToShow, hostileText),
    async ([answer, prompt]) => {
      const queue = realQueue(answer);
      await withElement({ queue }, async (all, element) => {
        const { id } = await queue.submit({ model: 'my-own', prompt: prompt.trim() === '' ? 'p' : prompt });
        await queue.refresh(id);
        await seeAll(queue, all, element);
      });
    },
  );

  itShows('makes none of a history', 4, historiesToRead, async (text) => {
    const queue = realQueue();
    await withElement({ queue }, async (all, element) => {
      try {
        await queue.import(text);
      } catch (error) {
        if (!isVoxreelError(error)) throw error;
      }
      await seeAll(queue, all, element);
    });
  });

  itShows("makes none of the tasks of somebody else's queue", 3, tasksToShow, async (tasks) => {
    const queue = scriptedQueue({ tasks: tasks as readonly VideoTask[] });
    await withElement({ queue }, (all, element) => seeAll(queue, all, element));
  });

  itShows(
    "makes none of a provider's form and models, or of a picture's name",
    3,
    fc.tuple(formsToDraw, hostileText),
    async ([form, name]) => {
      await withElement({ queue: realQueue(), providers: [providerOf(form)] }, async (all, element) => {
        const file = new DataTransfer();
        file.items.add(new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="hurt()"/>'], `${name}.svg`, { type: 'image/svg+xml' }));
        all('form')[0]?.dispatchEvent(new DragEvent('drop', { dataTransfer: file, bubbles: true, cancelable: true }));
        for (const { dataset } of all('[data-opens]')) await openChip(all, dataset['opens'] ?? '', element);
      });
    },
  );
});
