// The script of a page under a strict content policy: makes a video on the device, continues it, edits it and saves a file of it, and tells what
// came of it and what the policy had to refuse.
import 'voxreel/video-generator';
import { onDevice } from 'voxreel/providers/on-device';
import { defineProvider } from 'voxreel';
import { until } from '../until.js';

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  violations.push(`${effectiveDirective} ${blockedURI}`),
);

/** What would be saved: a frame may not download. */
const saved: string[] = [];
const { click } = HTMLAnchorElement.prototype;
HTMLAnchorElement.prototype.click = function () {
  if (this.download === '') click.call(this);
  else saved.push(this.download);
};

const element = document.createElement('video-generator');
element.providers = [defineProvider(onDevice)];
element.persist = 'none';
element.model = 'on-device';
document.body.append(element);
await element.updateComplete;
await element.generate({ prompt: 'a meadow', width: 160, height: 90, fps: 12, duration: 1 });

const appears = <E extends HTMLElement>(selector: string) =>
  until(() => element.shadowRoot?.querySelector<E>(selector) ?? undefined, selector);

await appears('.kept');
(await appears('[data-act="continue"]')).click();
const frame = await until(() => (element.draft.image instanceof Blob ? element.draft.image : undefined), 'a frame');
(await appears('[data-act="view"]')).click();
(await appears('dialog.viewer [data-act="cut"]')).click();
await appears('dialog.editor .transport');
const captions = await appears<HTMLTextAreaElement>('dialog.editor textarea');
captions.value = 'Under a strict policy';
captions.dispatchEvent(new Event('change', { bubbles: true }));
// As it will look.
await appears('dialog.editor canvas.poster');
(await appears('dialog.editor .button.primary')).click();
const [file] = await until(() => (saved.length > 0 ? saved : undefined), 'a file');
element.remove();
parent.postMessage({ frame: frame.type, file: file?.replace(/.*\./, ''), violations }, '*');
