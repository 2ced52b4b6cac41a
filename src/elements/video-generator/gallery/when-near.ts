// Tells once that an element is near the screen: what nobody looks at need not be there.
import { nothing, type ElementPart } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';

const watched = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Made apart: what lives as long as the page must not see the first element that asked. */
const createObserver = (): IntersectionObserver =>
  new IntersectionObserver(
    (entries, self) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        self.unobserve(target);
        watched.get(target)?.();
      }
    },
    { rootMargin: '400px' },
  );

class WhenNearDirective extends AsyncDirective {
  #element: Element | undefined;

  render(_work: () => void): typeof nothing {
    return nothing;
  }

  override update({ element }: ElementPart, [work]: [() => void]): typeof nothing {
    watched.set(element, work);
    if (this.#element === undefined) this.#watch(element);
    return nothing;
  }

  override disconnected(): void {
    if (this.#element !== undefined) observer?.unobserve(this.#element);
  }

  override reconnected(): void {
    if (this.#element !== undefined) this.#watch(this.#element);
  }

  #watch(element: Element): void {
    this.#element = element;
    observer ??= createObserver();
    observer.observe(element);
  }
}

/** Stands on an element. `work` may be called again once the element has left the page and is back. */
export const whenNear = directive(WhenNearDirective);
