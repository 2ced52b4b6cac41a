// The script of a page under a strict content policy: keeps a real video, and tells what came of it.
import { createVideoQueue, drawPoster } from 'voxreel';
import { until } from '../until.js';

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  violations.push(`${effectiveDirective} ${blockedURI}`),
);
const { gateway } = (await (await fetch('/test-service.json')).json()) as { gateway: string };
const queue = createVideoQueue({ baseUrl: gateway, name: `strict-${Date.now()}`, keepResults: true });
queue.results.drawPoster = drawPoster;
const { id } = await queue.submit({ model: 'any', prompt: 'a lighthouse in a storm', duration: 1, width: 320, height: 180 });
const kept = async () => until(queue, ({ outputs }) => outputs[0]?.kept?.poster === true);
await Promise.race([kept(), new Promise((resolve) => setTimeout(resolve, 20_000))]);
const [file, poster] = [await queue.results.file(id), await queue.results.poster(id)];
const again = await queue.submit({ model: 'any', prompt: 'a lighthouse at noon', duration: 1, width: 320, height: 180 });
await Promise.race([
  until(queue, (task) => task.id === again.id && task.outputs[0]?.kept?.poster === true),
  new Promise((resolve) => setTimeout(resolve, 20_000)),
]);
queue.close();
const picture = poster && (await createImageBitmap(poster));
parent.postMessage({ type: file?.type, poster: poster?.type, width: picture?.width, height: picture?.height, violations }, '*');
