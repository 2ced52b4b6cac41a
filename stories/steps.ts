// What the hand does in a story before one looks: finds a control by its name, presses it, writes. Waits until things are there.

/** Asks on each frame until there is an answer. */
export async function until<T>(ask: () => T | undefined, what: string, ms = 60_000): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const answer = ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`Never there: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 16));
  }
}

export interface Steps {
  readonly element: HTMLElement;
  find<E extends HTMLElement = HTMLElement>(selector: string): Promise<E>;
  /** A control by its accessible name, or by what it says. */
  control(name: string, within?: string): Promise<HTMLElement>;
  press(name: string, within?: string): Promise<void>;
  /** Presses what matches. */
  pressAt(selector: string): Promise<void>;
  /** Puts text into a field, as if it was typed. */
  write(selector: string, text: string): Promise<void>;
  /** Gives a file to a file input. */
  give(selector: string, file: File): Promise<void>;
  /** Waits until these words stand in the element. */
  says(words: string): Promise<void>;
}

/** Steps in the first `tag` of a story. */
export async function stepsIn(canvas: HTMLElement, tag: string): Promise<Steps> {
  const element = await until(() => canvas.querySelector<HTMLElement>(tag) ?? undefined, tag);
  const root = await until(() => element.shadowRoot ?? undefined, `${tag}'s own tree`);
  const find = <E extends HTMLElement = HTMLElement>(selector: string) =>
    until(() => root.querySelector<E>(selector) ?? undefined, selector);
  const control = (name: string, within = '') =>
    until(
      () =>
        [...root.querySelectorAll<HTMLElement>(`${within} :is(button, a, [role=menuitem], summary)`)].find((each) => nameOf(each) === name),
      `the control ${name}`,
    );
  return {
    element,
    find,
    control,
    press: async (name, within) => (await control(name, within)).click(),
    pressAt: async (selector) => (await find(selector)).click(),
    async write(selector, text) {
      const field = await find<HTMLInputElement | HTMLTextAreaElement>(selector);
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    },
    async give(selector, file) {
      const input = await find<HTMLInputElement>(selector);
      const transfer = new DataTransfer();
      transfer.items.add(file);
      input.files = transfer.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    says: async (words) => void (await until(() => (textOf(root).includes(words) ? true : undefined), `the words "${words}"`)),
  };
}

const clean = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
const nameOf = (element: HTMLElement) => clean(element.getAttribute('aria-label') ?? element.textContent);
const textOf = (root: ShadowRoot) => clean([...root.children].map((child) => child.textContent).join(' '));
