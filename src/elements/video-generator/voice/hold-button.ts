// A button that does something as long as it is held: by pointer, by the space bar, or from one click to the next where one cannot hold.

export interface HoldActions {
  readonly isHeld: () => boolean;
  readonly start: () => void;
  readonly stop: () => void;
}

export class HoldButton {
  readonly #actions: HoldActions;
  #by: 'pointer' | 'key' | 'click' | undefined;
  /** The click that ends a hold is not another click. */
  #swallowClick = false;

  constructor(actions: HoldActions) {
    this.#actions = actions;
  }

  readonly onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || this.#actions.isHeld() || !captured(event)) return;
    this.#start('pointer');
  };

  /** For pointerup, pointercancel and lostpointercapture. */
  readonly onPointerEnd = (): void => {
    if (this.#by !== 'pointer') return;
    this.#swallowClick = true;
    // A pointer that was cancelled gives no click to swallow.
    setTimeout(() => (this.#swallowClick = false));
    this.#stop();
  };

  readonly onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== ' ') return;
    // Without this the button would also be clicked.
    event.preventDefault();
    if (!event.repeat && !this.#actions.isHeld()) this.#start('key');
  };

  readonly onKeyUp = (event: KeyboardEvent): void => {
    if (event.key !== ' ') return;
    event.preventDefault();
    if (this.#by === 'key') this.#stop();
  };

  /** Enter, or an assistive technology: its click begins and its next click ends. */
  readonly onClick = (): void => {
    if (this.#swallowClick) this.#swallowClick = false;
    else if (this.#actions.isHeld()) this.#stop();
    else this.#start('click');
  };

  /** Nobody would tell that the key went up. */
  readonly onBlur = (): void => {
    if (this.#by === 'key') this.#stop();
  };

  #start(by: 'pointer' | 'key' | 'click'): void {
    this.#by = by;
    this.#actions.start();
  }

  #stop(): void {
    this.#by = undefined;
    this.#actions.stop();
  }
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
