// Gives the focus to what is near when what had it is no longer drawn: nobody who works by keys is thrown to the top of the page.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface Host extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
}

interface Place {
  readonly element: Element;
  readonly next: Element | null;
  readonly previous: Element | null;
}

const focusable =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled, [tabindex="-1"], [hidden] *, [inert] *, [type="hidden"])';

export class FocusRestorer implements ReactiveController {
  readonly #host: Host;
  readonly #preferred: readonly string[];
  /** What had the focus before this update, and what it stood in, the innermost first. */
  #places: readonly Place[] = [];

  /** `preferred`: selectors of where to go when nothing around the lost one is meant to take the focus, the best first. */
  constructor(host: Host, ...preferred: readonly string[]) {
    this.#host = host;
    this.#preferred = preferred;
  }

  hostUpdate(): void {
    const { renderRoot } = this.#host;
    const focused = renderRoot instanceof ShadowRoot ? renderRoot.activeElement : null;
    this.#places = focused === null ? [] : [...placesFrom(focused)];
  }

  hostUpdated(): void {
    const places = this.#places;
    this.#places = [];
    const { renderRoot } = this.#host;
    const [focused] = places;
    // What moved it meanwhile meant it.
    if (focused === undefined || holds(focused.element) || !(renderRoot instanceof ShadowRoot)) return;
    if (renderRoot.activeElement !== null && renderRoot.activeElement !== focused.element) return;
    for (const candidate of this.#candidates(places, renderRoot)) {
      candidate.focus();
      if (renderRoot.activeElement === candidate) return;
    }
  }

  *#candidates(places: readonly Place[], root: ShadowRoot): Iterable<HTMLElement> {
    const around = places.slice(1).filter(({ element }) => element.isConnected);
    for (const { element } of around) if (element instanceof HTMLElement && element.hasAttribute('tabindex')) yield element;
    for (const selector of this.#preferred) yield* root.querySelectorAll<HTMLElement>(selector);
    // What stood beside the outermost thing that went.
    const gone = places.findLast(({ element }) => !holds(element));
    for (const beside of [gone?.next, gone?.previous]) if (beside?.isConnected) yield* within(beside);
    for (const { element } of around) yield* within(element);
  }
}

function* placesFrom(focused: Element): Iterable<Place> {
  for (let element: Element | null = focused; element !== null; element = element.parentElement)
    yield { element, next: element.nextElementSibling, previous: element.previousElementSibling };
}

const holds = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && element.closest('[inert], [hidden]') === null;

function* within(element: Element): Iterable<HTMLElement> {
  if (element instanceof HTMLElement && element.hasAttribute('tabindex')) yield element;
  yield* element.querySelectorAll<HTMLElement>(focusable);
}
