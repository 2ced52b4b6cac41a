// One <realtime-voice> over a scripted session, and how to find what a person would look for in it.
import { fixture, html } from '@open-wc/testing';

import 'voxreel/realtime-voice';
import type { RealtimeVoice } from 'voxreel';
import { createScriptedSession, type ScriptedSession } from '../scripted-session.js';
import { waitUntil } from '../until.js';

export interface Stage {
  readonly element: RealtimeVoice;
  readonly session: ScriptedSession;
  find(selector: string): HTMLElement;
  field(selector: string): HTMLInputElement;
  /** What one writes a message in. */
  message(): HTMLTextAreaElement;
  all(selector: string): HTMLElement[];
  /** The button with this accessible name. */
  button(name: string): HTMLButtonElement;
  text(selector: string): string;
  /** Waits until `selector` shows `text`. */
  shows(selector: string, text: string): Promise<void>;
  called(name: string): readonly unknown[][];
}

export async function setStage(attributes: Record<string, string> = {}, session = createScriptedSession()): Promise<Stage> {
  const element = await fixture<RealtimeVoice>(html`<realtime-voice></realtime-voice>`);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.session = session;
  // The half that holds a conversation brings the live region with it.
  await waitUntil(() => element.shadowRoot?.querySelector('[role=status]') !== null, 'the conversation does not load');
  return stageOf(element, session);
}

export function stageOf(element: RealtimeVoice, session: ScriptedSession): Stage {
  const root = element.shadowRoot;
  if (root === null) throw new Error('The element is not rendered.');
  const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
  const find = (selector: string) => {
    const [found] = all(selector);
    if (found === undefined) throw new Error(`Nothing matches ${selector} in ${root.textContent}`);
    return found;
  };
  const stage: Stage = {
    element,
    session,
    all,
    find,
    field(selector) {
      const found = find(selector);
      if (!(found instanceof HTMLInputElement)) throw new Error(`${selector} is no input.`);
      return found;
    },
    message() {
      const found = find('[name=message]');
      if (!(found instanceof HTMLTextAreaElement)) throw new Error('There is no message box.');
      return found;
    },
    button(name) {
      const found = all('button').find((button) => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim() === name);
      if (!(found instanceof HTMLButtonElement)) throw new Error(`There is no button ${name}.`);
      return found;
    },
    text: (selector) => (root.querySelector(selector)?.textContent ?? '').replace(/\s+/g, ' ').trim(),
    shows: (selector, text) =>
      waitUntil(() => stage.text(selector).includes(text), `${selector} shows "${stage.text(selector)}", not "${text}"`),
    called: (name) => session.calls.filter(([method]) => method === name).map(([, ...args]) => args),
  };
  return stage;
}
