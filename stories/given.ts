// What Storybook's controls say, given to an element: properties as properties, custom properties as its style.
import { nothing, type ElementPart } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { guard } from 'lit/directives/guard.js';

class GivenDirective extends Directive {
  readonly #given = new Set<string>();

  render(_args: object): typeof nothing {
    return nothing;
  }

  override update({ element }: ElementPart, [args]: [object]): typeof nothing {
    if (element instanceof HTMLElement) {
      for (const [name, value] of Object.entries(args)) this.#give(element, name, value);
    }
    return nothing;
  }

  /** What was never set stays the element's own. */
  #give(element: HTMLElement, name: string, value: unknown): void {
    if (value === undefined && !this.#given.has(name)) return;
    this.#given.add(name);
    if (name.startsWith('--')) element.style.setProperty(name, typeof value === 'string' ? value : null);
    else if (name in element) Reflect.set(element, name, value);
  }
}

/** Stands on an element. */
export const given = directive(GivenDirective);

/** Controls cannot make these. */
export const noControls = (...names: readonly string[]): Readonly<Record<string, { readonly control: false }>> =>
  Object.fromEntries(names.map((name) => [name, { control: false }]));

/** Made when the story is put on the page: a control that changes leaves it as it is. */
export const once = (make: () => unknown): unknown => guard([], make);
