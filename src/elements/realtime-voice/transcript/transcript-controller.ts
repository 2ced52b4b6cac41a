// What a transcript needs beside its lines: groups, the reader of Markdown when it is wanted, the way back to the newest line.
import { html, type ReactiveController } from 'lit';

import { reportError } from '../../../core/emitter.js';
import type { ConversationState, TranscriptEntry } from '../../../core/store/conversation-state.js';
import { chevronIcon } from '../../shared/icons.js';
import { callView } from './call-view.js';
import { adoptStyles } from '../adopt-styles.js';
import type { ConversationWords } from '../conversation-words.js';
import { holdLine, type HeldLine } from './held-line.js';
import { messagePart, type MessageTools } from './message-part.js';
import { createSlices } from './slices.js';
import { functionCallView } from './rendered-call.js';
import { createTranscriptGroups, type TranscriptGroup } from './transcript-groups.js';
import { transcriptView, type LineView } from './transcript-view.js';
import type { VoiceElement } from '../voice-element.js';

/** Pixels from the end that still count as being there. */
const nearEnd = 48;

export interface TranscriptParts {
  /** Undefined while nothing was said. */
  readonly lines: unknown;
  /** The way back to the newest line, while one is away from it. */
  readonly latest: unknown;
  /** Calls that wait for a person, for where the lines are not shown. */
  readonly asks: readonly unknown[];
}

type Shared = Pick<LineView, 'words' | 'assistant' | 'approve' | 'copied' | 'rendering' | 'feedback'>;

export class TranscriptController implements ReactiveController {
  readonly #element: VoiceElement;
  readonly #groups = createTranscriptGroups();
  readonly #slices = createSlices();
  readonly #waiting: (() => void)[] = [];
  readonly #tools: MessageTools;
  #loading = false;
  #newest: TranscriptEntry | undefined;
  #view: LineView | undefined;
  #scroller: HTMLElement | undefined;
  /** The newest line when one went away from the end. */
  #leftAt: string | undefined;
  #away = false;
  #held: HeldLine | undefined;

  constructor(element: VoiceElement) {
    this.#element = element;
    this.#tools = { slices: this.#slices, createMarkdown: undefined, wantMarkdown: this.#wantMarkdown };
    element.addController(this);
  }

  hostConnected(): void {}

  view(state: ConversationState | undefined, shared: Shared): TranscriptParts {
    const groups = state === undefined ? [] : this.#groups.read(state, shared.rendering);
    this.#newest = groups.at(-1)?.findLast(({ type }) => type === 'message');
    if (groups.length === 0) return { lines: undefined, latest: undefined, asks: [] };
    const view = this.#lineView(shared);
    const waiting = groups.at(-1)?.filter(({ toolStatus }) => toolStatus === 'awaiting_approval') ?? [];
    return {
      lines: transcriptView(groups, view),
      latest: this.#away ? this.#latest(groups, shared) : undefined,
      asks: waiting.map((line) => (line.type === 'function_call' ? functionCallView : callView)(line, view)),
    };
  }

  /** The newest message. */
  get newest(): TranscriptEntry | undefined {
    return this.#newest;
  }

  /** Text of the page's own, as messages show Markdown. */
  prose(text: string, words: ConversationWords): unknown {
    return messagePart({ text, markdown: true, open: false, heard: undefined, cut: false }, words, this.#tools);
  }

  readonly scrolled = (event: Event): void => {
    const scroller = event.currentTarget;
    if (!(scroller instanceof HTMLElement)) return;
    this.#scroller = scroller;
    // The end is at zero, and what is above it below.
    const away = scroller.scrollTop < -nearEnd;
    this.#held?.scrolled();
    if (away === this.#away) return;
    this.#away = away;
    this.#held?.release();
    this.#held = away ? holdLine(scroller) : undefined;
    this.#leftAt = undefined;
    this.#element.requestUpdate();
  };

  /** The same object while nothing in it changes: lines compare it. */
  #lineView(shared: Shared): LineView {
    const next: LineView = { ...shared, sanitizeHtml: this.#element.sanitizeHtml, tools: this.#tools };
    const now = this.#view;
    const names = Object.keys(next) as (keyof LineView)[];
    if (now !== undefined && names.every((name) => now[name] === next[name])) return now;
    return (this.#view = next);
  }

  #latest(groups: readonly TranscriptGroup[], { words }: Shared): unknown {
    const newest = groups.at(-1)?.at(-1)?.id;
    this.#leftAt ??= newest;
    return html`<div class="latest">
      <button type="button" class="button" part="latest" @click=${this.#toLatest}>
        ${chevronIcon}${newest === this.#leftAt ? words.latest : words.newMessages}
      </button>
    </div>`;
  }

  readonly #toLatest = (): void => {
    const scroller = this.#scroller;
    if (scroller === undefined) return;
    // The button goes: what has the focus next is what it was for.
    scroller.focus({ preventScroll: true });
    scroller.scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
  };

  readonly #wantMarkdown = (come: () => void): void => {
    this.#waiting.push(come);
    if (this.#loading) return;
    this.#loading = true;
    this.#load().catch((error: unknown) => {
      // Text stays text; the next message that wants it tries again.
      this.#loading = false;
      reportError(error);
    });
  };

  async #load(): Promise<void> {
    const { createMarkdownBody, styles } = await import('../markdown/markdown.js');
    adoptStyles(this.#element, styles);
    this.#tools.createMarkdown = createMarkdownBody;
    for (const come of this.#waiting.splice(0)) come();
  }
}
