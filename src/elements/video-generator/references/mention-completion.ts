// Completes `@name` while it is typed: which references fit, which of them is chosen, and what a key does to that. Draws nothing.
import { isMentionName } from '../../../base/mentions.js';
import type { VideoReference } from '../../../core/providers/provider.js';
import { writeText } from '../composer/help/write-text.js';

export type NamedReference = VideoReference & { readonly name: string };

export interface MentionHost {
  /** Those that can be named, the draft's own first. */
  all(): readonly NamedReference[];
  /** This one is in the prompt now. */
  chosen(reference: NamedReference): void;
  changed(): void;
  /** The list has opened, or has another length. */
  found(count: number): void;
}

/** More than one reads through: another letter makes them fewer. */
const most = 8;
/** By which the field and its list know each other. */
export const listId = 'mentions';
export const optionId = (at: number): string => `mention-${at}`;

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

export class MentionCompletion {
  readonly #host: MentionHost;
  #area: HTMLTextAreaElement | undefined;
  #options: readonly NamedReference[] = [];
  #active = 0;
  /** Where the `@` stands. */
  #from = 0;

  constructor(host: MentionHost) {
    this.#host = host;
  }

  get options(): readonly NamedReference[] {
    return this.#options;
  }

  get active(): number {
    return this.#active;
  }

  /** Something was typed, or the names are others. */
  follow(area: HTMLTextAreaElement): void {
    this.#listen(area);
    const before = area.value.slice(0, area.selectionStart);
    const typed = /(?:^|[^\w@])@([^\s@]{0,40})$/.exec(before)?.[1];
    if (typed === undefined || area.selectionStart !== area.selectionEnd) return this.close();
    this.#from = before.length - typed.length - 1;
    const fitting = this.#host.all().filter(({ name }) => folded(name).startsWith(folded(typed)));
    // What is written whole needs no list.
    if (fitting.length === 1 && fitting[0]?.name === typed) return this.close();
    const isNews = fitting.length !== this.#options.length;
    this.#options = fitting.slice(0, most);
    this.#active = 0;
    this.#mark();
    if (isNews && fitting.length > 0) this.#host.found(this.#options.length);
    this.#host.changed();
  }

  close(): void {
    if (this.#options.length === 0) return;
    this.#options = [];
    this.#mark();
    this.#host.changed();
  }

  choose(reference: NamedReference): void {
    const area = this.#area;
    if (area === undefined) return;
    const { value, selectionStart } = area;
    const after = value.slice(selectionStart);
    const written = `${value.slice(0, this.#from)}@${reference.name}`;
    this.close();
    writeText(area, `${written}${/^[\s,.;:!?)]/.test(after) ? '' : ' '}${after}`);
    const caret = written.length + (/^[,.;:!?)]/.test(after) ? 0 : 1);
    area.focus();
    area.setSelectionRange(caret, caret);
    this.#host.chosen(reference);
  }

  /** The field goes with the element it stands in. */
  #listen(area: HTMLTextAreaElement): void {
    if (area === this.#area) return;
    this.#area = area;
    area.setAttribute('aria-autocomplete', 'list');
    area.addEventListener('keydown', this.#key, { capture: true });
    area.addEventListener('blur', () => this.close());
    area.addEventListener('click', () => this.follow(area));
  }

  /** A screen reader hears of the list through the field. */
  #mark(): void {
    const isOpen = this.#options.length > 0;
    const marks = { 'aria-controls': listId, 'aria-activedescendant': optionId(this.#active) };
    for (const [name, value] of Object.entries(marks)) {
      if (isOpen) this.#area?.setAttribute(name, value);
      else this.#area?.removeAttribute(name);
    }
  }

  readonly #key = (event: KeyboardEvent): void => {
    const count = this.#options.length;
    if (count === 0 || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = this.#options[this.#active];
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => this.#go(1),
      ArrowUp: () => this.#go(-1),
      Escape: () => this.close(),
      Enter: () => chosen && this.choose(chosen),
      Tab: () => chosen && this.choose(chosen),
    };
    const act = keys[event.key];
    if (act === undefined || event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  };

  #go(step: number): void {
    const count = this.#options.length;
    this.#active = (this.#active + step + count) % count;
    this.#mark();
    this.#host.changed();
  }
}

/** A name for a file: what of its own can be one, or the first that is free. */
export function nameFor(image: string | Blob, taken: readonly string[]): string {
  const called = image instanceof File ? image.name.replace(/\.\w{1,5}$/, '') : '';
  const bare = called
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 24);
  const wanted = isMentionName(bare) ? bare : 'ref';
  const isFree = (name: string) => !taken.some((one) => folded(one) === folded(name));
  if (wanted !== 'ref' && isFree(wanted)) return wanted;
  for (let at = 1; ; at++) if (isFree(`${wanted}${at}`)) return `${wanted}${at}`;
}
