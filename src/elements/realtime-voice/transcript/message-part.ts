// One part of a message on the page: set as plain text at once, as Markdown when that is here, a slice at a time when it is long. Holds what it has
// read between renderings; what did not change is not touched.
import { html } from 'lit';
import { AsyncDirective, directive, type DirectiveResult } from 'lit/async-directive.js';
import { guard } from 'lit/directives/guard.js';

import type { Body, BodyBlock } from './body.js';
import type { ConversationWords } from '../conversation-words.js';
import { createSyntaxCheck } from '../markdown/markdown-syntax.js';
import { createPlainBody } from './plain-body.js';
import type { Slices } from './slices.js';

/** Blocks are laid out in sections: those out of sight cost nothing. */
const sectionBlocks = 12;

/** What all messages of a conversation share. */
export interface MessageTools {
  readonly slices: Slices;
  /** Makes a body that reads Markdown; undefined while that is not here. */
  createMarkdown: (() => Body) | undefined;
  /** Loads it, and calls back if it came. */
  readonly wantMarkdown: (come: () => void) => void;
}

export interface MessagePart {
  readonly text: string;
  readonly markdown: boolean;
  /** True while it streams. */
  readonly open: boolean;
  readonly heard: number | undefined;
  readonly cut: boolean;
}

class MessagePartDirective extends AsyncDirective {
  #body: Body | undefined;
  #isMarkdown = false;
  readonly #hasSyntax = createSyntaxCheck();
  /** Once words were seen unheard they stay separate elements. */
  #tracked = false;
  #undo: (() => void) | undefined;
  #asked = false;
  #shown: [MessagePart, ConversationWords, MessageTools] | undefined;

  render(part: MessagePart, words: ConversationWords, tools: MessageTools): unknown {
    this.#shown = [part, words, tools];
    this.#tracked ||= part.cut || (part.heard !== undefined && (part.open || part.heard < part.text.length));
    const body = this.#bodyFor(part, tools);
    const finished = body.read(part.text, part.open, () => tools.slices.timeLeft());
    if (!finished) this.#later(tools);
    return this.#view(body, part, words);
  }

  protected override disconnected(): void {
    this.#undo?.();
    this.#undo = undefined;
  }

  protected override reconnected(): void {
    this.#again();
  }

  #bodyFor(part: MessagePart, tools: MessageTools): Body {
    const wanted = part.markdown && this.#hasSyntax(part.text);
    const body = this.#body;
    if (body !== undefined && this.#isMarkdown === wanted) return body;
    if (wanted && tools.createMarkdown === undefined && !this.#asked) {
      this.#asked = true;
      tools.wantMarkdown(() => this.#later(tools));
    }
    // A page full of messages is there at once, and well set a little later.
    if (wanted && tools.createMarkdown !== undefined && body === undefined && !tools.slices.timeLeft()) this.#later(tools);
    else if (wanted && tools.createMarkdown !== undefined) {
      this.#isMarkdown = true;
      return (this.#body = tools.createMarkdown());
    }
    return (this.#body ??= createPlainBody());
  }

  #later({ slices }: MessageTools): void {
    this.#undo ??= slices.later(this.#again);
  }

  readonly #again = (): void => {
    this.#undo = undefined;
    if (this.#shown !== undefined && this.isConnected) this.setValue(this.render(...this.#shown));
  };

  #view(body: Body, part: MessagePart, words: ConversationWords): unknown {
    const { blocks } = body;
    const sections: BodyBlock[][] = [];
    for (let at = 0; at < blocks.length; at += sectionBlocks) sections.push(blocks.slice(at, at + sectionBlocks));
    const heard = this.#tracked ? (part.heard ?? part.text.length) : undefined;
    return sections.map((section, nth) => {
      const before = blocks[nth * sectionBlocks - 1];
      const end = section.at(-1)?.end ?? 0;
      const heardHere = clamp(heard, section[0]?.start ?? 0, end);
      const sealed = nth < sections.length - 1 ? section.at(-1) : section;
      return guard([body, sealed, section.length, heardHere, part.cut, words], () => {
        const views = section.map((block, at) => this.#blockView(body, block, section[at - 1] ?? before, { heard, cut: part.cut, words }));
        return html`<div class="section">${views}</div>`;
      });
    });
  }

  #blockView(
    body: Body,
    block: BodyBlock,
    before: BodyBlock | undefined,
    { heard, cut, words }: { heard: number | undefined; cut: boolean; words: ConversationWords },
  ): unknown {
    const cutBegins = cut && heard !== undefined && heard < block.end && (before === undefined || heard >= before.end);
    const heardHere = clamp(heard, block.start, block.end);
    return guard([block, heardHere, cut, cutBegins, words], () => body.view(block, { heard: heardHere, cut, cutBegins, words }));
  }
}

const clamp = (heard: number | undefined, start: number, end: number): number | undefined =>
  heard === undefined ? undefined : Math.min(Math.max(heard, start), end);

/** `messagePart(part, words, tools)` */
export const messagePart: (...values: Parameters<MessagePartDirective['render']>) => DirectiveResult =
  /* @__PURE__ */ directive(MessagePartDirective);
