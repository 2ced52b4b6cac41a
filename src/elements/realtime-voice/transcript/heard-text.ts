// Words that light up as they are heard: each is a separate element, made once and never moved, so that it can be lit and a selection survives.
import { Directive, directive, type PartInfo } from 'lit/directive.js';

import { grow } from './growing-text.js';

/** Scripts without spaces: there a character counts as a word. */
const single = '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3000-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff00-\\uff65';
const words = new RegExp(`[${single}]\\s*|[^\\s${single}]+\\s*|\\s+`, 'g');
const restOfWord = new RegExp(`^[^\\s${single}]*\\s*`);
const endsWord = new RegExp(`[\\s${single}]$`);

interface Piece {
  readonly element: HTMLElement;
  readonly node: Text;
  /** Where it ends, without the space after it. */
  end: number;
}

class HeardText extends Directive {
  readonly #holder = document.createElement('span');
  /** What was heard before it was shown. */
  readonly #first = new Text();
  #pieces: Piece[] = [];
  #text = '';
  /** Pieces that are lit. */
  #lit = 0;

  constructor(part: PartInfo) {
    super(part);
    this.#holder.append(this.#first);
  }

  render(text: string, _heard: number): unknown {
    return text;
  }

  override update(_part: unknown, [text, heard]: [string, number]): HTMLElement {
    if (!text.startsWith(this.#text)) this.#reset();
    if (text.length > this.#text.length) this.#add(text, heard);
    this.#light(heard);
    return this.#holder;
  }

  #add(text: string, heard: number): void {
    let at = this.#text.length;
    if (this.#pieces.length === 0) grow(this.#first, text.slice(0, (at = Math.max(at, Math.min(heard, text.length)))));
    else at += this.#finish(text.slice(at));
    for (const [word] of text.slice(at).matchAll(words)) {
      this.#pieces.push(this.#make(word, at));
      at += word.length;
    }
    this.#text = text;
  }

  /** The newest word may not have been complete. Gives how much more of it there is. */
  #finish(more: string): number {
    const last = this.#pieces.at(-1);
    const rest = restOfWord.exec(more)?.[0] ?? '';
    if (last === undefined || this.#pieces.length === this.#lit || endsWord.test(last.node.data)) return 0;
    last.node.appendData(rest);
    last.end += rest.trimEnd().length;
    return rest.length;
  }

  #make(word: string, at: number): Piece {
    const element = document.createElement('span');
    element.className = 'pale';
    element.part.add('unheard');
    const node = new Text(word);
    element.append(node);
    this.#holder.append(element);
    return { element, node, end: at + word.trimEnd().length };
  }

  #light(heard: number): void {
    for (let piece = this.#pieces[this.#lit]; piece !== undefined && piece.end <= heard; piece = this.#pieces[this.#lit]) {
      piece.element.classList.remove('pale');
      piece.element.part.remove('unheard');
      this.#lit += 1;
    }
  }

  #reset(): void {
    this.#first.data = this.#text = '';
    this.#holder.replaceChildren(this.#first);
    this.#pieces = [];
    this.#lit = 0;
  }
}

export const heardText = /* @__PURE__ */ directive(HeardText);
