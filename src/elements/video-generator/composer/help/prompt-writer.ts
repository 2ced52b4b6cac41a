// Writes into the prompt: a wording more or less, a whole new text that can be taken back, a template whose blanks Tab walks through.
import { hasPhrase, withoutPhrase, withPhrase } from './phrases.js';
import { placeholderBeside, placeholdersIn, type Placeholder } from './placeholders.js';
import { writeText } from './write-text.js';

export class PromptWriter {
  readonly #areaOf: () => HTMLTextAreaElement | null;
  #replaced: { readonly before: string; readonly after: string } | undefined;
  /** The blanks of the last template: brackets that visitors write themselves are text. */
  #blanks: readonly string[] = [];
  #isWalking = false;

  constructor(areaOf: () => HTMLTextAreaElement | null) {
    this.#areaOf = areaOf;
  }

  /** Whether Tab walks through blanks. */
  get isWalking(): boolean {
    return this.#isWalking;
  }

  /** What of the last template is not filled in. */
  unfilled(prompt: string): readonly Placeholder[] {
    return placeholdersIn(prompt).filter(({ name }) => this.#blanks.includes(name));
  }

  /** Adds the wording, or takes it out where it is there. */
  toggle(phrase: string): void {
    const area = this.#areaOf();
    if (area !== null) writeText(area, hasPhrase(area.value, phrase) ? withoutPhrase(area.value, phrase) : withPhrase(area.value, phrase));
  }

  /** Puts `text` in place of the prompt, and the cursor at its end. */
  replace(text: string): void {
    this.#stopWalking();
    this.#blanks = [];
    this.#write(text);
  }

  /** Selects the first blank. */
  begin(template: string): void {
    this.#write(template);
    const area = this.#areaOf();
    this.#blanks = placeholdersIn(template).map(({ name }) => name);
    if (area === null || !this.#select(area, this.unfilled(area.value)[0])) return;
    this.#isWalking = true;
    area.addEventListener('keydown', this.#walk);
  }

  /** Whether the prompt is still the text that took the place of another. */
  canUndo(prompt: string): boolean {
    return this.#replaced?.after === prompt;
  }

  undo(): void {
    if (this.#replaced !== undefined) this.replace(this.#replaced.before);
    this.#replaced = undefined;
  }

  #write(text: string): void {
    const area = this.#areaOf();
    if (area === null) return;
    const before = area.value;
    area.focus();
    writeText(area, text);
    area.setSelectionRange(text.length, text.length);
    this.#replaced = before.trim() === '' ? undefined : { before, after: text };
  }

  #select(area: HTMLTextAreaElement, blank: Placeholder | undefined): boolean {
    if (blank !== undefined) area.setSelectionRange(blank.from, blank.to);
    return blank !== undefined;
  }

  readonly #walk = (event: KeyboardEvent): void => {
    const { currentTarget: area, key, isComposing } = event;
    if (!(area instanceof HTMLTextAreaElement) || isComposing) return;
    if (key === 'Escape') {
      event.preventDefault();
      this.#stopWalking();
    } else if (key === 'Tab' && this.#select(area, this.#blankBeside(area, event.shiftKey))) event.preventDefault();
  };

  #blankBeside({ value, selectionStart: from, selectionEnd: to }: HTMLTextAreaElement, isBackwards: boolean): Placeholder | undefined {
    return placeholderBeside(this.unfilled(value), { from, to }, isBackwards ? 'previous' : 'next');
  }

  #stopWalking(): void {
    this.#isWalking = false;
    this.#areaOf()?.removeEventListener('keydown', this.#walk);
  }
}
