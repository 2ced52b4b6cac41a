// Cuts sound of any length into frames; what is shorter than one waits for more.
import { frameSamples } from './loudness.js';

export interface Framer {
  /** The frames that are whole now. What is left over waits only after the last of them: it is later than they are. */
  push(samples: Int16Array): Iterable<Int16Array>;
  /** Samples that wait. */
  readonly waiting: number;
  /** Gives what waits, and waits for nothing any more. */
  take(): Int16Array;
}

export function createFramer(): Framer {
  let rest = new Int16Array();
  return {
    *push(samples) {
      const joined = new Int16Array(rest.length + samples.length);
      joined.set(rest);
      joined.set(samples, rest.length);
      rest = new Int16Array();
      let at = 0;
      for (; at + frameSamples <= joined.length; at += frameSamples) yield joined.slice(at, at + frameSamples);
      rest = joined.slice(at);
    },
    get waiting() {
      return rest.length;
    },
    take() {
      const taken = rest;
      rest = new Int16Array();
      return taken;
    },
  };
}
