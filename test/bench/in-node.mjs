// A process that runs the one bench it is asked for, and ends: nothing else has been compiled in it.
import { bench, engineBenches } from './in-engine.mjs';
import { stateBytes } from './memory.mjs';
import { benchWorklet } from './worklet.mjs';

const benches = {
  ...engineBenches,
  worklet: () => benchWorklet(),
  memory: ({ minutes }) => minutes.map((size) => ({ size, value: stateBytes(bench.foldAll, size) })),
};

process.once('message', async ({ name, given }) => {
  process.send(await benches[name](given), () => process.disconnect());
});
