// A key, or several at once, that talks: it begins a call, then mutes and unmutes, or talks while it is held. Loaded where a page sets one.
import type { ReactiveController } from 'lit';

import type { ConversationController } from './conversation-controller.js';
import { isLauncher } from './launcher/is-launcher.js';
import type { VoiceElement } from './voice-element.js';

const modifiers = { control: 'ctrlKey', ctrl: 'ctrlKey', alt: 'altKey', shift: 'shiftKey', meta: 'metaKey' } as const;
type Modifier = (typeof modifiers)[keyof typeof modifiers];
const flags: readonly Modifier[] = ['ctrlKey', 'altKey', 'shiftKey', 'metaKey'];

interface Combination {
  /** Lower case: a `code` (`space`, `keym`) or a `key` (`m`). */
  readonly key: string;
  readonly held: ReadonlySet<Modifier>;
}

interface HotkeyElement extends VoiceElement {
  openPanel(): void;
}

export class Hotkey implements ReactiveController {
  readonly #element: HotkeyElement;
  readonly #act: (action: (conversation: ConversationController) => void) => void;
  #warned: string | undefined;
  #isDown = false;

  constructor(element: HotkeyElement, act: (action: (conversation: ConversationController) => void) => void) {
    this.#element = element;
    this.#act = act;
  }

  hostConnected(): void {
    document.addEventListener('keydown', this.#onKeyDown);
    document.addEventListener('keyup', this.#onKeyUp);
  }

  hostDisconnected(): void {
    document.removeEventListener('keydown', this.#onKeyDown);
    document.removeEventListener('keyup', this.#onKeyUp);
    this.#isDown = false;
  }

  hostUpdated(): void {
    const { hotkey = '' } = this.#element;
    if (hotkey === '' || hotkey === this.#warned || combinationOf(hotkey) !== undefined) return;
    this.#warned = hotkey;
    console.warn(`[voxreel] hotkey="${hotkey}" is not a key. Write one key after its modifiers, for example "Control+Space" or "Alt+M".`);
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    const combination = combinationOf(this.#element.hotkey);
    if (combination === undefined || event.defaultPrevented || !this.#counts(event, combination)) return;
    event.preventDefault();
    if (event.repeat) return;
    this.#isDown = true;
    this.#act((conversation) => {
      // Nobody is to talk to what cannot be seen.
      if (isLauncher(this.#element.launcher) && !conversation.up) this.#element.openPanel();
      conversation.pressHotkey();
    });
  };

  /** Whichever of the keys goes up first ends it. */
  readonly #onKeyUp = (event: KeyboardEvent): void => {
    const combination = combinationOf(this.#element.hotkey);
    if (!this.#isDown || combination === undefined) return;
    if (!isKey(event, combination.key) && [...combination.held].every((modifier) => event[modifier])) return;
    this.#isDown = false;
    this.#act((conversation) => conversation.holding.release());
  };

  #counts(event: KeyboardEvent, { key, held }: Combination): boolean {
    const path = event.composedPath();
    if (this.#element.hotkeyScope !== 'page' && !path.includes(this.#element)) return false;
    if (!isKey(event, key) || flags.some((flag) => event[flag] !== held.has(flag))) return false;
    // A key alone is a letter to those who type.
    const types = [...held].some((modifier) => modifier !== 'shiftKey');
    return types || !isTyping(path[0]);
  }
}

/** Undefined where the text names no key. */
function combinationOf(text: string | undefined): Combination | undefined {
  const names = (text ?? '').split('+').map((name) => name.trim().toLowerCase());
  const key = names.pop() ?? '';
  if (key === '' || key in modifiers || !names.every((name): name is keyof typeof modifiers => name in modifiers)) return undefined;
  return { key, held: new Set(names.map((name) => modifiers[name])) };
}

const isKey = ({ key, code }: KeyboardEvent, wanted: string): boolean =>
  code.toLowerCase() === wanted || key.toLowerCase() === wanted || code.toLowerCase() === `key${wanted}`;

const isTyping = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
