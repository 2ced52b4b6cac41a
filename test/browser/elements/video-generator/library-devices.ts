// Devices of one user before the real library of a gateway: each has an address of the gateway of its own, and with it records of its own.
import { fixture, html } from '@open-wc/testing';
import { accountStorage, type AccountStorage } from 'voxreel';

import type { VideoGenerator } from '../../../../src/elements/video-generator/define.js';
import '../../../../src/elements/video-generator/define.js';
import { until } from '../until.js';
import { staged } from './stage.js';

const hosts = { phone: 'localhost', laptop: '127.0.0.1' };
export type DeviceName = keyof typeof hosts;

interface Addresses {
  readonly library: string;
  readonly smallLibrary: string;
}

let count = 0;
export const freshUser = (): string => `ada-${Date.now()}-${count++}`;

const asked = fetch('/test-service.json').then((answer) => answer.json() as Promise<Addresses>);

/** `small`: there is room for 200 kB. */
export async function addressOf(device: DeviceName, { small = false } = {}): Promise<string> {
  const { library, smallLibrary } = await asked;
  const url = new URL(small ? smallLibrary : library);
  url.hostname = hosts[device];
  return url.origin;
}

/** Its database opens with the first request, which takes a while. */
export async function libraryAnswers(): Promise<void> {
  const account = await accountOn('laptop', freshUser());
  const answers = () =>
    account.synchronize().then(
      () => true,
      () => false,
    );
  while (!(await answers())) await new Promise((resolve) => requestAnimationFrame(resolve));
  account.close();
}

const realFetch = globalThis.fetch;
const lost = new Set<string>();

/** Nothing is sent from there, nor heard, until it is online again. */
export function offline(device: DeviceName): void {
  lost.add(hosts[device]);
  globalThis.fetch = (input, init) =>
    lost.has(new URL(input instanceof Request ? input.url : String(input), location.href).hostname)
      ? Promise.reject(new TypeError('There is no network.'))
      : realFetch(input, init);
}

export function online(...devices: readonly DeviceName[]): void {
  for (const device of devices) lost.delete(hosts[device]);
  dispatchEvent(new Event('online'));
}

export interface DeviceOptions {
  readonly name?: string;
  readonly small?: boolean;
  readonly set?: Partial<VideoGenerator>;
}

/** `<video-generator persist="account">` on a device. */
export async function openedOn(device: DeviceName, user: string, { name = '', small = false, set = {} }: DeviceOptions = {}) {
  const element = document.createElement('video-generator');
  const baseUrl = await addressOf(device, { small });
  const usual = { models: 'my-own, kling-v2', model: 'my-own', persist: 'account', headers: { authorization: user } };
  Object.assign(element, usual, { baseUrl, name, user }, set);
  await fixture(html`${element}`);
  const found = staged(element);
  await found.says('No time estimate');
  const prompt = () => found.root.querySelector('textarea')?.value;
  return {
    ...found,
    prompt,
    reads: (text: string) => until(() => prompt() === text || undefined, `"${text}" in the form`),
    titles: () => found.all('.draft-title').map(({ textContent }) => textContent?.trim()),
  };
}

/** The same account without an element. */
export async function accountOn<T>(
  device: DeviceName,
  user: string,
  { name = 'default', small = false }: DeviceOptions = {},
): Promise<AccountStorage<T>> {
  return accountStorage<T>({ baseUrl: await addressOf(device, { small }), user, name, headers: { authorization: user } });
}
