// The service worker's part of Web Push: shows that a video has ended, and leads to it. A site registers this file, or imports it into its own worker.
import { isRecord } from '../base/is-record.js';
import { notificationTag, watchedLock, whichVideo, type PushMessage, type ShowVideo } from '../base/push-message.js';

/** What is used of a service worker's scope: TypeScript's own types of it cannot stand beside those of a page. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
  readonly navigator: Pick<Navigator, 'locks'>;
  readonly clients: {
    matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly PageClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void;
}
interface PageClient {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: ShowVideo): void;
}
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerEvents {
  readonly push: Lasting & { readonly data: { json(): unknown } | null };
  readonly notificationclick: Lasting & { readonly notification: Notification };
  readonly message: Event & { readonly data: unknown; readonly source: Pick<PageClient, 'postMessage'> | null };
}

const scope = globalThis as unknown as WorkerScope;
/** The page that was opened for it asks, once it can show it. */
let awaited: string | undefined;

// Anywhere else nothing happens.
if ('ServiceWorkerGlobalScope' in globalThis) listen();

function listen(): void {
  scope.addEventListener('push', (event) => {
    const message = messageIn(event.data);
    if (message !== undefined) event.waitUntil(show(message));
  });
  scope.addEventListener('notificationclick', clicked);
  scope.addEventListener('message', ({ data, source }) => {
    if (data !== whichVideo || awaited === undefined) return;
    source?.postMessage({ type: 'voxreel.show', id: awaited });
    awaited = undefined;
  });
}

function clicked(event: WorkerEvents['notificationclick']): void {
  const data: unknown = event.notification.data;
  if (!isRecord(data) || data['type'] !== 'voxreel.video') return;
  event.notification.close();
  event.waitUntil(lead(textIn(data, 'url') ?? '', textIn(data, 'id')));
}

/** Undefined for what is not ours: other listeners of a site's worker may know it. */
function messageIn(data: WorkerEvents['push']['data']): PushMessage | undefined {
  let said: unknown;
  try {
    said = data?.json();
  } catch {
    return undefined;
  }
  const isOurs = isRecord(said) && said['type'] === 'voxreel.video' && typeof said['title'] === 'string';
  return isOurs ? (said as object as PushMessage) : undefined;
}

async function show({ title, body, lang, id, url, type }: PushMessage): Promise<void> {
  // Nobody needs a notification of what is before their eyes.
  if (await isWatched()) return;
  const tag = id === undefined ? {} : { tag: notificationTag(id) };
  await scope.registration.showNotification(title, { body, lang, dir: 'auto', data: { type, id, url }, ...tag });
}

async function isWatched(): Promise<boolean> {
  const { held = [] } = (await scope.navigator.locks?.query().catch(() => undefined)) ?? {};
  return held.some(({ name = '' }) => name.startsWith(watchedLock));
}

async function lead(url: string, id: string | undefined): Promise<void> {
  const target = pageOf(url);
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find((page) => bare(page.url) === bare(target));
  if (open === undefined) {
    awaited = id;
    await scope.clients.openWindow(target);
    return;
  }
  // Some browsers let it only right after the click.
  await open.focus().catch(() => undefined);
  if (id !== undefined) open.postMessage({ type: 'voxreel.show', id });
}

const textIn = (data: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = data[name];
  return typeof value === 'string' ? value : undefined;
};

/** Never another site. */
function pageOf(url: string): string {
  const { origin } = scope.location;
  if (!URL.canParse(url, origin)) return origin;
  const { href, origin: theirs } = new URL(url, origin);
  return theirs === origin ? href : origin;
}

const bare = (url: string): string => url.replace(/#.*$/, '');
