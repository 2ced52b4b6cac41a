// What the page of the soak does with videos: batches of tasks in a gallery, with every end a task can have, and what a person does with them.
// Bundled without the library, which it takes from the site as any page would.
import type { VideoDraft, VideoQueue, createVideoQueue, videoChain } from 'voxreel';

interface Library {
  readonly createVideoQueue: typeof createVideoQueue;
  readonly videoChain: typeof videoChain;
}

export interface VideoPage {
  /** Opens three queues at `baseUrl`, one that keeps films and one that can be offline, and their galleries. */
  begin(baseUrl: string): Promise<void>;
  /** Sends so many tasks, and comes back when each has ended and is gone again. */
  batch(count: number): Promise<VideosTold>;
  /** Closes all and takes the galleries away. */
  end(): void;
}

export interface VideosTold {
  /** Tasks sent, and how they ended, by status; those that were removed before are missing. */
  readonly sent: number;
  readonly ended: Readonly<Record<string, number>>;
  /** Films that were kept. */
  readonly kept: number;
  readonly played: number;
  /** Removed with the card's own button; and taken back. */
  readonly removed: number;
  readonly undone: number;
  /** Groups sent, clips that continue another, and drafts written while offline that were sent afterwards. */
  readonly groups: number;
  readonly continued: number;
  readonly waited: number;
}

interface Shown {
  readonly queue: VideoQueue;
  readonly element: HTMLElementTagNameMap['video-generator'];
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
/** Tasks on the way at once. */
const atOnce = 48;
/** Of so many tasks one goes through the queue that keeps films. */
const keptOf = 40;
/** Patient: the machine may have much else to do. */
const longestMs = 240_000;

/** A service on this machine needs no network: this one only seems to be elsewhere. */
const elsewhere = 'http://service.invalid';
/** Drafts of a group, and clips of a chain. */
const groupSize = 3;

let library: Library | undefined;
let address = '';
let shown: { readonly main: Shown; readonly keeping: Shown; readonly waiting: Shown } | undefined;
let number = 0;

async function until(check: () => boolean, what: string): Promise<void> {
  const end = performance.now() + longestMs;
  while (!check()) {
    if (performance.now() > end) throw new Error(`Never there: ${what}`);
    await wait(10);
  }
}

async function show(name: string, { maxBytes, isElsewhere = false }: { maxBytes?: number; isElsewhere?: boolean } = {}): Promise<Shown> {
  const path = '/index.js';
  library ??= (await import(path)) as Library;
  const queue = library.createVideoQueue({
    baseUrl: isElsewhere ? elsewhere : address,
    fetch: (url, init) => fetch(typeof url === 'string' ? url.replace(elsewhere, address) : url, init),
    name,
    poll: { firstMs: 15, everyMs: 15 },
    keepResults: maxBytes === undefined ? undefined : { maxBytes },
  });
  const element = document.createElement('video-generator');
  Object.assign(element, { queue, model: 'soak' });
  // Out of sight until somebody scrolls there: a browser has few players at a time.
  element.style.marginTop = '2000px';
  document.body.append(element);
  await queue.ready;
  return { queue, element };
}

function hide({ queue, element }: Shown): void {
  queue.close();
  element.remove();
}

/** A picture of 20 kB: the record of its task holds none of it. */
const picture = () => `data:image/png;base64,iVBORw0KGgo${'A'.repeat(20_000)}`;

const isOpen = ({ status }: { readonly status: string }) => ['waiting', 'submitting', 'processing'].includes(status);

/** By the number of a task, what becomes of it: the service reads it in the prompt, or a person does it. */
const fates = [
  'plain',
  'plain',
  'failing',
  'plain',
  'forgotten',
  'plain',
  'slow removed',
  'plain',
  'slow stopped',
  'plain',
  'refused',
  'plain',
  'picture',
  'plain',
  'lost',
  'again',
  'plain',
];

/** One task, and what a person does with it meanwhile; how many requests were sent for it. */
async function one({ queue, element }: Shown, fate: string): Promise<number> {
  const draft: Partial<VideoDraft> = { prompt: `A heron, number ${String(number++)}, ${fate}`, duration: 1, width: 64, height: 64 };
  const task = await element.generate(fate === 'picture' ? { ...draft, image: picture() } : draft);
  if (task === undefined) throw new Error(`Not sent: ${draft.prompt ?? ''}`);
  const { id } = task;
  if (fate.includes('removed')) await element.removeTask(id);
  if (fate.includes('stopped')) queue.stop(id);
  if (fate !== 'again') return 1;
  await until(() => !queue.tasks.get().some((each) => each.id === id && isOpen(each)), 'the end of one');
  await element.retryTask(id);
  await element.removeTask(id);
  return 2;
}

/** Scrolls to a gallery and presses what a card has; how many videos were started. */
async function lookAt({ element }: Shown): Promise<number> {
  const press = async (selector: string): Promise<number> => {
    const control = element.shadowRoot?.querySelector<HTMLElement>(`[data-id] ${selector}`);
    control?.click();
    await wait(100);
    return control ? 1 : 0;
  };
  element.shadowRoot?.querySelector('[data-id]')?.scrollIntoView();
  await wait(200);
  const played = await press('.play');
  for (const action of ['view', 'copyLink', 'refresh']) await press(`[data-act="${action}"]`);
  element.shadowRoot?.querySelector<HTMLDialogElement>('dialog[open]')?.close();
  scrollTo(0, 0);
  return played;
}

/** Meanwhile a card is removed and taken back, and another is removed for good when its time has passed. */
async function removals({ element, queue }: Shown): Promise<{ readonly removed: number; readonly undone: number }> {
  const cards = () => [...(element.shadowRoot?.querySelectorAll<HTMLElement>('[data-id]:has([data-act="remove"])') ?? [])];
  const isThere = (id: string) => queue.tasks.get().some((task) => task.id === id);
  await until(() => cards().length > 2, 'some cards');
  const [first = '', second = ''] = cards().map(({ dataset }) => dataset['id'] ?? '');
  const press = async (id: string, selector: string) => {
    element.shadowRoot?.querySelector<HTMLElement>(`[data-id="${id}"] ${selector}`)?.click();
    await frame();
    await frame();
  };
  await press(first, '[data-act="remove"]');
  await press(first, '[data-undo]');
  await press(second, '[data-act="remove"]');
  // The way back stays for a visitor who has the focus on it.
  const { activeElement } = element.shadowRoot ?? {};
  if (activeElement instanceof HTMLElement) activeElement.blur();
  await until(() => !isThere(second), 'the removal');
  return { removed: 1, undone: isThere(first) ? 1 : 0 };
}

const endOf = async ({ queue }: Shown, id: string): Promise<void> =>
  until(() => queue.tasks.get().some((task) => task.id === id && !isOpen(task)), 'the end of a clip');

/** A group, one of which is kept as the best and labeled, then a chain that goes on from it. */
async function groupsAndChains(shownHere: Shown): Promise<{ readonly groups: number; readonly continued: number }> {
  const { queue } = shownHere;
  const draft = { model: 'soak', prompt: 'Of a group', duration: 1, width: 64, height: 64 };
  const { results } = await queue.submitAll(Array.from({ length: groupSize }, (_, seed) => ({ ...draft, seed })));
  const ids = results.map((one) => ('task' in one ? one.task.id : ''));
  for (const id of ids) await endOf(shownHere, id);
  let [last = ''] = ids;
  await queue.organize([last], { best: true, addLabels: ['soak'], addCollections: ['Chains'], rating: 4 });
  const { videoChain } = library ?? {};
  for (let clip = 1; clip < groupSize; clip++) {
    const { id } = await queue.submit({ ...draft, prompt: 'Goes on' }, { parentId: last, continues: { id: last, atS: 1 } });
    await endOf(shownHere, id);
    last = id;
  }
  const continued = (videoChain?.(queue.tasks.get(), last).length ?? 0) - 1;
  const groups = new Set(queue.tasks.get().flatMap(({ id, groupId }) => (ids.includes(id) ? (groupId ?? []) : [])));
  for (const id of ids.slice(1)) await queue.remove(id);
  return { groups: groups.size, continued };
}

/** Drafts that are written while the browser says that it is offline; how many were sent once it was online again. */
async function waitingDrafts({ queue, element }: Shown): Promise<number> {
  let isOnline = false;
  Object.defineProperty(navigator, 'onLine', { get: () => isOnline, configurable: true });
  const tasks = [];
  for (let nth = 0; nth < groupSize; nth++) tasks.push(await element.generate({ prompt: `Offline ${String(nth)}`, duration: 1 }));
  const waited = queue.tasks.get().filter(({ status }) => status === 'waiting').length;
  isOnline = true;
  dispatchEvent(new Event('online'));
  Reflect.deleteProperty(navigator, 'onLine');
  for (const task of tasks) await endOf({ queue, element }, task?.id ?? '');
  return waited;
}

/** As another tab does that is opened and closed again. */
async function anotherTab(): Promise<void> {
  const other = await show('soak');
  await frame();
  await other.element.generate({ prompt: 'From another tab', duration: 1 });
  hide(other);
}

async function clear({ queue }: Shown): Promise<void> {
  await queue.clear();
  await queue.clear({ status: 'unconfirmed' });
  for (const { id } of queue.tasks.get()) await queue.remove(id);
}

const page: VideoPage = {
  async begin(baseUrl) {
    address = baseUrl;
    shown = {
      main: await show('soak'),
      keeping: await show('soak-keeping', { maxBytes: 300_000 }),
      waiting: await show('soak-waiting', { isElsewhere: true }),
    };
  },
  async batch(count) {
    if (shown === undefined) throw new Error('There is no queue.');
    const { main, keeping, waiting } = shown;
    let [sent, next] = [1, 0];
    const work = async () => {
      while (next < count) {
        const at = next++;
        const requests = at % keptOf === 0 ? await one(keeping, 'plain') : await one(main, fates[at % fates.length] ?? 'plain');
        sent += requests;
      }
    };
    const [{ removed, undone }, { groups, continued }, waited] = await Promise.all([
      removals(main),
      groupsAndChains(main),
      waitingDrafts(waiting),
      anotherTab(),
      ...Array.from({ length: atOnce }, work),
    ]);
    sent += groups * groupSize + continued + waited;
    await until(() => ![main, keeping].some(({ queue }) => queue.tasks.get().some(isOpen)), 'the end of all');
    // Films are kept one after another, as many as there is room for.
    const keptNow = () => keeping.queue.tasks.get().filter(({ outputs }) => outputs.some((output) => output.kept)).length;
    await until(() => keptNow() >= Math.min(3, Math.floor(count / keptOf)), 'the films');
    const kept = keptNow();
    const played = (await lookAt(keeping)) + (await lookAt(main));
    const ended: Record<string, number> = {};
    const all = [main, keeping, waiting];
    for (const { status } of all.flatMap(({ queue }) => queue.tasks.get())) ended[status] = (ended[status] ?? 0) + 1;
    for (const each of all) await clear(each);
    await wait(50);
    return { sent, ended, kept, played, removed, undone, groups, continued, waited };
  },
  end() {
    if (shown === undefined) return;
    for (const each of Object.values(shown)) hide(each);
    shown = undefined;
  },
};

Object.assign(globalThis, { soakVideo: page });
