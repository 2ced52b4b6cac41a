// Hold to talk: by pointer or key on the round button, by the space bar anywhere in the element, or by a click where one cannot hold.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface PushToTalkActions {
  /** True when holding means talking now. */
  readonly ready: () => boolean;
  readonly start: () => void;
  readonly stop: () => void;
}

type Host = ReactiveControllerHost & HTMLElement;

export class PushToTalk implements ReactiveController {
  readonly #host: Host;
  readonly #actions: PushToTalkActions;
  #held: 'pointer' | 'key' | 'click' | 'hotkey' | undefined;
  /** The click that ends a hold is not another click. */
  #swallowClick = false;

  constructor(host: Host, actions: PushToTalkActions) {
    this.#host = host;
    this.#actions = actions;
    host.addController(this);
  }

  get held(): boolean {
    return this.#held !== undefined;
  }

  hostConnected(): void {
    this.#host.addEventListener('keydown', this.#onKeyDown);
    this.#host.addEventListener('keyup', this.#onKeyUp);
    this.#host.addEventListener('focusout', this.#onFocusOut);
    window.addEventListener('blur', this.release);
    document.addEventListener('visibilitychange', this.#onVisibility);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('keydown', this.#onKeyDown);
    this.#host.removeEventListener('keyup', this.#onKeyUp);
    this.#host.removeEventListener('focusout', this.#onFocusOut);
    window.removeEventListener('blur', this.release);
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.release();
  }

  /** A connection that was lost, or a microphone that was closed, ends the turn: the next one is not to begin by itself. */
  hostUpdated(): void {
    if (this.held && !this.#actions.ready()) this.release();
  }

  /** For the round button. */
  readonly onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || !this.#actions.ready() || this.held) return;
    if (captured(event)) this.#start('pointer');
  };

  /** For pointerup, pointercancel and lostpointercapture of the round button. */
  readonly onPointerEnd = (): void => {
    if (this.#held !== 'pointer') return;
    this.#swallowClick = true;
    // A pointer that was cancelled gives no click to swallow.
    setTimeout(() => (this.#swallowClick = false));
    this.release();
  };

  /** True when the click was ours: an assistive technology cannot hold, its click begins and its next click ends. */
  readonly onClick = (): boolean => {
    if (!this.#actions.ready()) return false;
    if (this.#swallowClick) this.#swallowClick = false;
    else if (this.held) this.release();
    else this.#start('click');
    return true;
  };

  /** For the page's hotkey, which may be pressed anywhere. */
  press(): void {
    if (this.#actions.ready() && !this.held) this.#start('hotkey');
  }

  readonly release = (): void => {
    if (this.#held === undefined) return;
    this.#held = undefined;
    this.#actions.stop();
    this.#host.requestUpdate();
  };

  #start(by: 'pointer' | 'key' | 'click' | 'hotkey'): void {
    this.#held = by;
    this.#actions.start();
    this.#host.requestUpdate();
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || !this.#actions.ready() || takesSpace(event)) return;
    event.preventDefault();
    if (!event.repeat && !this.held) this.#start('key');
  };

  readonly #onKeyUp = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || this.#held !== 'key') return;
    // Without this the button would also be clicked.
    event.preventDefault();
    this.release();
  };

  readonly #onVisibility = (): void => {
    if (document.visibilityState === 'hidden') this.release();
  };

  readonly #onFocusOut = (): void => {
    if (this.#held === 'key') this.release();
  };
}

/** Typing and other buttons keep their space bar. */
function takesSpace(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches('input, textarea, select, summary, button:not(.talk), [role="menuitem"]');
}

/** False where the pointer is gone already: nobody would tell that it went up. */
function captured({ currentTarget, pointerId }: PointerEvent): boolean {
  try {
    if (currentTarget instanceof Element) currentTarget.setPointerCapture(pointerId);
    return true;
  } catch {
    return false;
  }
}
