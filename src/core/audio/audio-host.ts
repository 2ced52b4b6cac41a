// One AudioContext at the device's own rate, unlocked inside a gesture, and the worklets in it.
import { VoxreelError } from '../errors.js';
import type { WorkletName } from './worklet-sources.js';

export interface AudioHost {
  readonly context: AudioContext;
  /** Call it synchronously inside a user's gesture: elsewhere browsers may refuse. False when the context still does not run. */
  unlock(): Promise<boolean>;
  /** Rejects with `worklet_missing` when the module cannot be loaded. */
  addWorklet(name: WorkletName): Promise<void>;
  close(): void;
}

/** Chromium never lets go of a context that is closed before its processors have ended, or as soon as it was made. */
const lingerMs = 200;
/** A refused `resume()` is pending until there is a gesture. */
const refusalMs = 1500;
/** Where sound is known to be allowed: a device may open slowly. Firefox never settles `resume()` where there is none. */
const openingMs = 10_000;

/**
 * `workletUrl`: the folder of the worklets, where it is not this module's own. `given`: a context that was unlocked before.
 * Throws `unsupported` where there is no Web Audio.
 */
export function createAudioHost(workletUrl?: string, given?: AudioContext): AudioHost {
  if (typeof AudioContext === 'undefined' || typeof AudioWorkletNode === 'undefined') {
    throw new VoxreelError('unsupported', 'This environment has no Web Audio.');
  }
  const context = given ?? new AudioContext({ latencyHint: 'interactive' });
  const stopReviving = keepRunning(context);
  const loads = new Map<WorkletName, Promise<void>>();
  const load = async (name: WorkletName) => {
    try {
      await addFromFile(context, name, workletUrl).catch(() => addFromSource(context, name));
    } catch (cause) {
      loads.delete(name);
      throw new VoxreelError('worklet_missing', `${name}.worklet.js could not be loaded. ${advice}`, { param: 'workletUrl', cause });
    }
  };
  return {
    context,
    async unlock() {
      if (context.state === 'running') return true;
      if (context.state === 'closed') return false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, isAllowed(context) ? openingMs : refusalMs)));
      await Promise.race([context.resume().catch(() => undefined), timeout]);
      clearTimeout(timer);
      return isRunning(context);
    },
    addWorklet(name) {
      const loading = loads.get(name) ?? load(name);
      loads.set(name, loading);
      return loading;
    },
    close() {
      stopReviving();
      setTimeout(() => {
        if (context.state !== 'closed') context.close().catch(() => undefined);
      }, lingerMs);
    },
  };
}

const advice = 'Copy the folder voxreel/dist/worklets to your site and set worklet-url (workletUrl) to its address.';

/** Rejects in a classic script too, which has no address of its own to find the file beside. */
const addFromFile = async (context: AudioContext, name: WorkletName, folder: string | undefined): Promise<void> =>
  context.audioWorklet.addModule(workletUrlOf(name, folder));

/** esbuild, and what is built on it, copies no worklet. Rejects where the page's policy forbids `blob:`. */
async function addFromSource(context: AudioContext, name: WorkletName): Promise<void> {
  const { workletSources } = await import('./worklet-sources.js');
  const source = workletSources[name];
  if (source === undefined) throw new TypeError(`There is no source of the ${name} worklet.`);
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  await context.audioWorklet.addModule(url).finally(() => URL.revokeObjectURL(url));
}

/** WebKit stops a context for a phone call, a hidden page or another tab's sound, and starts it again only when asked, some only in a gesture. */
function keepRunning(context: AudioContext): () => void {
  const revive = () => {
    if (context.state !== 'running' && context.state !== 'closed' && document.visibilityState === 'visible')
      context.resume().catch(() => undefined);
  };
  const occasions = ['visibilitychange', 'pointerdown', 'keydown'];
  for (const type of occasions) document.addEventListener(type, revive, { capture: true, passive: true });
  context.addEventListener('statechange', revive);
  return () => {
    for (const type of occasions) document.removeEventListener(type, revive, { capture: true });
    context.removeEventListener('statechange', revive);
  };
}

/** Only Firefox tells. */
const isAllowed = (context: AudioContext): boolean =>
  (navigator as { getAutoplayPolicy?(of: AudioContext): string }).getAutoplayPolicy?.(context) === 'allowed';

/** Asked again after an await, when the type checker thinks it knows. */
const isRunning = (context: AudioContext): boolean => context.state === 'running';

/** Both addresses are written out: bundlers look for exactly this form. Vite makes small files `data:` addresses, which strict pages refuse. */
export function workletUrlOf(name: WorkletName, folder: string | undefined): string | URL {
  if (folder !== undefined) return `${folder.replace(/\/*$/, '/')}${name}.worklet.js`;
  return name === 'capture'
    ? new URL('./capture.worklet.js?no-inline', import.meta.url)
    : new URL('./playback.worklet.js?no-inline', import.meta.url);
}
