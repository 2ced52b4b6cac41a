// The providers a page has: built-ins as light entries, whose heavy halves load when one of their models is chosen.
import { createRegistry } from '../registry.js';
import type { Registry } from '../registry.js';
import { generic } from './generic.js';
import type { ProviderEntry } from './provider.js';

export type ProviderRegistry = Registry<ProviderEntry>;

export const providers: ProviderRegistry = createRegistry<ProviderEntry>([
  generic,
  {
    id: 'on-device',
    title: 'On this device',
    models: ['on-device', 'on-device-*'],
    local: true,
    unlisted: true,
    load: async () => (await import('../on-device/on-device.js')).onDevice,
  },
  { id: 'vidu', title: 'Vidu', models: ['vidu*'], load: async () => (await import('./vidu.js')).vidu },
  { id: 'jimeng', title: 'Jimeng', models: ['jimeng*'], load: async () => (await import('./jimeng.js')).jimeng },
  { id: 'kling', title: 'Kling', models: ['kling-*'], load: async () => (await import('./kling.js')).kling },
]);
