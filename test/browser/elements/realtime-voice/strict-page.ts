// The script of a page under a strict content policy: shows every part of the element and reports what the policy had to refuse.
import { html } from 'lit';
import 'voxreel/realtime-voice';
import type { VoiceTool } from 'voxreel';
import { assistantCalls, assistantSpeaks, createScriptedSession, heard, userSays } from '../scripted-session.js';

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  violations.push(`${violatedDirective} ${blockedURI}`),
);

const draws: VoiceTool = {
  name: 'draw',
  execute: () => undefined,
  render: ({ status }) => html`<p>${status}</p>`,
};
const session = createScriptedSession({ tools: [draws] });
const element = document.createElement('realtime-voice');
element.session = session;
element.inspector = true;
document.body.append(element);
await element.updateComplete;
await element.connect();
session.receive({ type: 'rate_limits.updated', rate_limits: [{ name: 'tokens', limit: 10, remaining: 5, reset_seconds: 1 }] });
session.receive(
  userSays('u1', 'Hello'),
  ...assistantSpeaks('a1', 'Good day to you.'),
  heard('a1', 400),
  ...assistantCalls('f1', 'look', { at: 1 }),
  ...assistantCalls('f2', 'draw', { at: 1 }),
);
session.sound({ microphone: 0.2, speaker: 0.1 });

const frames = (count: number): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => (count > 0 ? void frames(count - 1).then(resolve) : resolve())));
const appears = async (selector: string): Promise<HTMLElement> => {
  for (;;) {
    const found = element.shadowRoot?.querySelector<HTMLElement>(selector);
    if (found) return found;
    await frames(1);
  }
};
const press = async (selector: string) => {
  (await appears(selector)).click();
};
await appears('.rendered');
await press('[data-sheet=settings]');
await press('[role=dialog] [data-first]');
await press('[data-sheet=more]');
await press('[role=menuitem]:last-of-type');
await appears('.inspector');
await frames(3);
parent.postMessage({ violations }, '*');
