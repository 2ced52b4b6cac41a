// What runs in an iframe that plays a tab: one queue over IndexedDB, with the service of the page that made it.
import { createVideoQueue } from 'voxreel';
import type { VideoQueue } from 'voxreel';

export interface TabWindow extends Window {
  queue?: VideoQueue;
}

const { name, service, plain } = (parent as unknown as { tabSettings: { name: string; service: typeof fetch; plain?: boolean } })
  .tabSettings;
// As over plain http.
if (plain) Object.defineProperty(navigator, 'locks', { value: undefined });
// Each tab says who it is, so that the service can tell who asks.
const tab = new URLSearchParams(location.search).get('tab') ?? '';
const queue = createVideoQueue({
  baseUrl: 'https://api.example',
  name,
  fetch: service,
  headers: { 'x-tab': tab },
  poll: { firstMs: 30, everyMs: 40 },
});
await queue.ready;
(window as TabWindow).queue = queue;
window.dispatchEvent(new Event('queue'));
