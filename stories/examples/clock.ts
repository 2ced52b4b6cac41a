// A function the voice may call: the same in every example.
import { defineTool } from 'voxreel';

/** Asked the time, the voice calls this. */
export const clock = defineTool({
  name: 'local_time',
  description: 'The time of day on this device.',
  execute: () => new Date().toLocaleTimeString(),
});
