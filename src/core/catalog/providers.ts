// The providers a page has: built-ins as light entries, whose heavy halves load when one of their models is chosen.
import { createRegistry } from './registry.js';
import type { Registry } from './registry.js';
import { generic } from '../providers/generic.js';
import type { ProviderEntry } from '../providers/provider.js';

/** The registry of video providers. */
export type ProviderRegistry = Registry<ProviderEntry>;

const builtIn: readonly ProviderEntry[] = [
  generic,
  {
    id: 'on-device',
    title: 'On this device',
    models: ['on-device', 'on-device-*'],
    local: true,
    unlisted: true,
    load: async () => (await import('../on-device/on-device.js')).onDevice,
  },
  { id: 'vidu', title: 'Vidu', models: ['vidu*'], load: async () => (await import('../providers/vidu.js')).vidu },
  { id: 'jimeng', title: 'Jimeng', models: ['jimeng*'], load: async () => (await import('../providers/jimeng.js')).jimeng },
  { id: 'kling', title: 'Kling', models: ['kling-*'], load: async () => (await import('../providers/kling.js')).kling },
];

/** The registry of video providers. `use(provider)` adds one, and returns its undo. */
export const providers: ProviderRegistry = createRegistry<ProviderEntry>(builtIn);

/** False for what the page registered itself. */
export const isBuiltIn = (entry: ProviderEntry): boolean => builtIn.includes(entry);
