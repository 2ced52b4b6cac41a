// The standard keys of the upstream: which one to send with, which one made a task, and which ones rest because the service refused them.
import { toBase64url } from '../base/base64.js';

/** The newest first. */
export type KeyList = readonly [string, ...string[]];

export interface UpstreamKeys {
  readonly all: KeyList;
  /** All, those that the service has lately refused last. */
  inOrder(): readonly string[];
  /** The service refused this one now: it is sent after the others for a while. */
  rest(key: string, forMs?: number): void;
  /**
   * What stands for a key in the ids of its tasks, which are encrypted; undefined where the site has given one key and no list. No secret has a part
   * in it, so that it is the same after a change of secrets.
   */
  markOf(key: string): Promise<string | undefined>;
  /**
   * The key with this mark, or undefined for one that is not configured any more. A task without a mark is from a time before the list, when the
   * oldest was the only one.
   */
  marked(mark: string | undefined): Promise<string | undefined>;
}

/** One that is over its rate is soon good again; one that is not accepted has to be replaced, and may have been by then. */
export const usualRestMs = 60_000;
const longestRestMs = 3_600_000;
const markBytes = 9;

export function createUpstreamKeys(given: string | KeyList, now: () => number = Date.now): UpstreamKeys {
  const all: KeyList = typeof given === 'string' ? [given] : given;
  const restsUntil = new Map<string, number>();
  const marks = new Map<string, Promise<string>>();
  const mark = (key: string): Promise<string> => {
    const made = marks.get(key) ?? hashed(key);
    marks.set(key, made);
    return made;
  };
  return {
    all,
    inOrder() {
      const rests = (key: string): boolean => (restsUntil.get(key) ?? 0) > now();
      return [...all.filter((key) => !rests(key)), ...all.filter(rests)];
    },
    rest: (key, forMs = usualRestMs) => void restsUntil.set(key, now() + Math.min(forMs, longestRestMs)),
    markOf: async (key) => (typeof given === 'string' ? undefined : mark(key)),
    async marked(wanted) {
      if (wanted === undefined) return all.at(-1);
      for (const key of all) if ((await mark(key)) === wanted) return key;
      return undefined;
    },
  };
}

async function hashed(key: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)));
  return toBase64url(bytes.subarray(0, markBytes));
}
