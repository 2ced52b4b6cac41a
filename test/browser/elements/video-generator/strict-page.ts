// The script of a page under a strict content policy: shows every part of the element and reports what the policy had to refuse.
import 'voxreel/video-generator';
import { scriptedQueue, scriptedTask } from '../scripted-queue.js';
import { until } from '../until.js';
import { picture } from './picture.js';

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  violations.push(`${violatedDirective} ${blockedURI}`),
);

const url = `${location.origin}/none.webm`;
const element = document.createElement('video-generator');
element.models = 'kling-v2, vidu-q2';
element.queue = scriptedQueue({
  tasks: [
    scriptedTask({ id: 'waiting', progress: 0.4 }),
    scriptedTask({ id: 'done', status: 'succeeded', outputs: [{ url, duration: 5 }] }),
    scriptedTask({ id: 'failed', status: 'failed' }),
  ],
});
document.body.append(element);

const appears = (selector: string) => until(() => element.shadowRoot?.querySelector<HTMLElement>(selector) ?? undefined, selector);
await appears('[data-id="failed"]');
// Vidu's own fields come from its schema, which must not be compiled.
element.model = 'vidu-q2';
for (const control of ['model', 'size', 'metadata.movement_amplitude', 'more', 'image']) {
  (await appears(`[data-opens="${control}"]`)).click();
  await appears('#panel .panel-body');
}
const transfer = new DataTransfer();
transfer.items.add(await picture());
(await appears('form')).dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
await appears('.tile canvas');
// Its link is asked for when it is played.
(await appears('[data-id="done"] .play')).click();
await until(() => (element.shadowRoot?.textContent?.includes('Cannot be played here') ? true : undefined), 'the missing file');
parent.postMessage({ violations }, '*');
