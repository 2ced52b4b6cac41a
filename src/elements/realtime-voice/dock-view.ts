// What one acts with: the round button, the text field, microphone, settings, more.
import { html, nothing, type TemplateResult } from 'lit';

import { growToFit } from '../shared/grow-to-fit.js';
import { closeIcon, microphoneIcon, moreIcon, sendIcon, settingsIcon, stopIcon } from '../shared/icons.js';
import type { Control } from './controls.js';
import type { VoiceWords } from './voice-words.js';
import type { PushToTalk } from './push-to-talk.js';
import type { SheetName } from './sheets/sheet.js';
import type { TalkState } from './talk-state.js';

export interface DockView {
  readonly words: VoiceWords;
  /** Undefined where only text is spoken of: no round button. */
  readonly talk: TalkState | undefined;
  /** The key that does what the round button does, as `aria-keyshortcuts` has it. */
  readonly hotkey: string | undefined;
  /** Undefined while nothing is connected. */
  readonly holding: PushToTalk | undefined;
  readonly openSheet: SheetName | undefined;
  readonly offers: (control: Control) => boolean;
  /** What a conversation adds beside the text field: its pictures, and what the round button does not do. */
  readonly extras?: unknown;
  readonly second?: unknown;
  /** The way out of a launcher, where a thumb is. */
  readonly wayOut?: TemplateResult | undefined;
  readonly toggleTalk: () => void;
  readonly send: (text: string) => void;
  readonly toggleSheet: (name: SheetName) => void;
}

export function dockView(view: DockView): TemplateResult {
  const { words, offers, wayOut } = view;
  return html`<div class="dock" part="dock">
    ${talkButton(view)} ${offers('text') ? messageForm(view) : nothing} ${view.extras} ${view.second}
    ${offers('settings') ? sheetButton(view, 'settings', words.settings, settingsIcon) : nothing}
    ${offers('menu') ? sheetButton(view, 'more', words.more, moreIcon) : nothing} ${wayOut}
  </div>`;
}

function messageForm({ words, send }: DockView): TemplateResult {
  return html`<form class="say" @submit=${(event: SubmitEvent) => submit(event, send)}>
    <textarea
      class="input"
      part="input"
      name="message"
      rows="1"
      autocomplete="off"
      enterkeyhint="send"
      aria-label=${words.message}
      placeholder=${words.messageHint}
      @keydown=${sendByEnter}
      @input=${({ currentTarget: area }: InputEvent) => area instanceof HTMLTextAreaElement && growToFit(area)}
    ></textarea>
    <button class="button primary round" aria-label=${words.send} title=${words.send}>${sendIcon}</button>
  </form>`;
}

export function talkButton(view: DockView): TemplateResult | typeof nothing {
  const { words, holding, talk: state } = view;
  if (state === undefined) return nothing;
  const label = { off: words.talk, connecting: words.cancel, live: words.hangUp, muted: words.hangUp, hold: words.hold, held: words.hold }[
    state
  ];
  const icon = { off: microphoneIcon, connecting: closeIcon, live: stopIcon, muted: stopIcon, hold: microphoneIcon, held: microphoneIcon }[
    state
  ];
  return html`<button
    type="button"
    class="talk ${state}"
    part="talk"
    aria-label=${label}
    title=${view.hotkey ? `${label} (${view.hotkey})` : label}
    aria-keyshortcuts=${view.hotkey || nothing}
    aria-pressed=${state === 'hold' || state === 'held' ? String(state === 'held') : nothing}
    @click=${() => holding?.onClick() || view.toggleTalk()}
    @pointerdown=${holding?.onPointerDown}
    @pointerup=${holding?.onPointerEnd}
    @pointercancel=${holding?.onPointerEnd}
    @lostpointercapture=${holding?.onPointerEnd}
    @contextmenu=${(event: Event) => holding?.held && event.preventDefault()}
  >
    ${icon}
  </button>`;
}

function sheetButton(view: DockView, name: SheetName, label: string, icon: TemplateResult): TemplateResult {
  return html`<button
    type="button"
    class="button round"
    data-sheet=${name}
    aria-label=${label}
    title=${label}
    aria-haspopup=${name === 'more' ? 'menu' : 'dialog'}
    aria-expanded=${String(view.openSheet === name)}
    @click=${() => view.toggleSheet(name)}
  >
    ${icon}
  </button>`;
}

/** With Shift a new line. An Enter that ends a composition (Safari: key code 229) is the input method's. */
function sendByEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  if (event.target instanceof HTMLTextAreaElement) event.target.form?.requestSubmit();
}

function submit(event: SubmitEvent, send: (text: string) => void): void {
  event.preventDefault();
  const field = event.currentTarget instanceof HTMLFormElement ? event.currentTarget.elements.namedItem('message') : null;
  if (!(field instanceof HTMLTextAreaElement) || field.value.trim() === '') return;
  send(field.value.trim());
  field.value = '';
  growToFit(field);
  // The button is gone with the words.
  field.focus();
}
