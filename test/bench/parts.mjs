/**
 * The parts of the bench, in the order they run. `measure()` gives a part's figures; `check()`, where there is one, those ratios again that can be
 * had in a few seconds, each with one point: `npm run bench:check` compares them with the record.
 *
 * @typedef {object} Figure
 * @property {string} id stable, begins with the part's name
 * @property {string} what is measured; figures that share it share a plot
 * @property {string} [where] which of those this is
 * @property {string} [over] what `size` counts
 * @property {string} unit of value and base
 * @property {string} [base] what was measured beside it, in turn: ratio 1
 * @property {'lower' | 'higher'} [better] lower, unless it says higher
 * @property {{ ratio?: number, value?: number, at?: number }} [promised] at the size `at`, else at every size
 * @property {{ size?: number, value: number, base?: number, ratio?: number }[]} points
 */
import { audioThread } from './parts/audio-thread.mjs';
import { base64 } from './parts/base64.mjs';
import { editing } from './parts/editing.mjs';
import { elements } from './parts/elements.mjs';
import { fold } from './parts/fold.mjs';
import { gallery } from './parts/gallery.mjs';
import { gateway } from './parts/gateway.mjs';
import { library } from './parts/library.mjs';
import { memory } from './parts/memory.mjs';
import { models } from './parts/models.mjs';
import { peers } from './parts/peers.mjs';
import { person } from './parts/person.mjs';
import { queue } from './parts/queue.mjs';
import { sizes } from './parts/sizes.mjs';
import { transcript } from './parts/transcript.mjs';

export const parts = [
  fold,
  peers,
  base64,
  audioThread,
  memory,
  transcript,
  queue,
  elements,
  person,
  gallery,
  editing,
  gateway,
  library,
  models,
  sizes,
];
