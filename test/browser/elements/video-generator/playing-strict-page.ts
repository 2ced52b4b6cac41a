// The script of a page under a strict content policy: makes a video on the device, plays it in its card and in the full view, and tells whether
// the picture moved and what the policy had to refuse.
import 'voxreel/video-generator';
import { onDevice } from 'voxreel/providers/on-device';
import { defineProvider } from 'voxreel';
import { until } from '../until.js';

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  violations.push(`${effectiveDirective} ${blockedURI}`),
);

const element = document.createElement('video-generator');
element.providers = [defineProvider(onDevice)];
element.persist = 'none';
element.model = 'on-device';
document.body.append(element);
await element.updateComplete;
await element.generate({ prompt: 'a meadow', width: 160, height: 90, fps: 12, duration: 1 });

const appears = <E extends HTMLElement>(selector: string) =>
  until(() => element.shadowRoot?.querySelector<E>(selector) ?? undefined, selector);

function pixelsOf(screen: HTMLCanvasElement): string {
  const canvas = new OffscreenCanvas(16, 9);
  const pen = canvas.getContext('2d');
  pen?.drawImage(screen, 0, 0, 16, 9);
  return String(pen?.getImageData(0, 0, 16, 9).data);
}

async function moves(where: string, selector: string): Promise<string> {
  const screen = await appears<HTMLCanvasElement>(selector);
  const seen = new Set<string>();
  await until(() => (seen.add(pixelsOf(screen)).size > 3 ? true : undefined), `${where} to move`);
  return where;
}

await appears('.kept');
(await appears('.play')).click();
const moving = [await moves('card', '.media > canvas[role="img"]')];
(await appears('[data-act="view"]')).click();
moving.push(await moves('viewer', 'dialog canvas[role="img"]'));
element.remove();
parent.postMessage({ moving, violations }, '*');
