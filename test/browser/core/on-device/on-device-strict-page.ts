// The script of a page under a strict content policy: makes a video on the device and reports what the policy had to refuse.
import { createVideoQueue, memoryStorage } from 'voxreel';
import type { VideoTask } from '../../../../src/core/video/queue/video-queue.js';
import { until } from '../video/until.js';

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  violations.push(`${violatedDirective} ${blockedURI}`),
);
let workers = 0;
window.Worker = class extends Worker {
  constructor(...given: ConstructorParameters<typeof Worker>) {
    super(...given);
    workers += 1;
  }
};

const queue = createVideoQueue({ baseUrl: location.origin, storage: memoryStorage<VideoTask>() });
await queue.submit({ model: 'on-device', prompt: 'a meadow', width: 160, height: 90, fps: 12, duration: 0.5 });
const { status } = await until(queue, (task) => task.status === 'succeeded' || task.status === 'failed');
queue.close();
parent.postMessage({ violations, status, workers }, '*');
