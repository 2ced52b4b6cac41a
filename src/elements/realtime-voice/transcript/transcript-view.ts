// The conversation set as a script: a name, then what is said or called. Groups of lines that did not change cost nothing.
import { html, noChange, nothing, type TemplateResult } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from '../../shared/repeat.js';

import type { TranscriptEntry } from '../../../core/store/conversation-state.js';
import { fill } from '../../shared/strings.js';
import type { AnswerFeedback } from '../feedback/feedback.js';
import { callAndResultView, callView, resultView, type CallView } from './call-view.js';
import { copyText } from './copy-text.js';
import { mcpToolsView } from './mcp-view.js';
import { messageView, type MessageView } from './message-view.js';
import { functionCallView } from './rendered-call.js';
import type { TranscriptGroup } from './transcript-groups.js';

/** What all lines have in common: the same object as long as nothing of it changes. */
export interface LineView extends CallView, MessageView {
  /** What the answering voice is called. */
  readonly assistant: string;
  /** Something of it is on the clipboard. */
  readonly copied: () => void;
  /** Undefined where nobody is asked. */
  readonly feedback: AnswerFeedback | undefined;
}

/** Groups at the end that are there at once; older ones follow, a slice a frame, the newest first. */
const atOnce = 2;

/** Groups stand in chapters, so that what is long past is one thing out of sight, not many. */
const chapterGroups = 8;

export function transcriptView(groups: readonly TranscriptGroup[], view: LineView): unknown {
  const starts = Array.from({ length: Math.ceil(groups.length / chapterGroups) }, (_, at) => at * chapterGroups);
  return repeat(
    starts,
    (start) => start,
    (start) => {
      const chapter = groups.slice(start, start + chapterGroups);
      const lines = (group: TranscriptGroup, at: number) =>
        html`<ol class="group" @keydown=${moveAmongButtons} @text-copied=${view.copied}>
          ${lineGroup(group, view, groups.length - start - at)}
        </ol>`;
      return html`<div class="chapter">${repeat(chapter, (_, at) => at, lines)}</div>`;
    },
  );
}

class LineGroup extends AsyncDirective {
  #group: TranscriptGroup | undefined;
  #view: LineView | undefined;
  #isLast = false;
  #undo: (() => void) | undefined;

  render(group: TranscriptGroup, view: LineView, fromEnd: number): unknown {
    const first = this.#group === undefined;
    const isLast = fromEnd === 1;
    if (group === this.#group && view === this.#view && isLast === this.#isLast) return noChange;
    [this.#group, this.#view, this.#isLast] = [group, view, isLast];
    if (this.#undo !== undefined && fromEnd > atOnce) return noChange;
    if (first && fromEnd > atOnce) return this.#later(view);
    return this.#lines();
  }

  protected override disconnected(): void {
    this.#undo?.();
  }

  protected override reconnected(): void {
    if (this.#undo !== undefined && this.#view !== undefined) this.#later(this.#view);
  }

  #later({ tools }: LineView): unknown {
    this.#undo = tools.slices.later(() => {
      if (this.isConnected) this.setValue(this.#lines());
    });
    return nothing;
  }

  #lines(): unknown {
    this.#undo = undefined;
    const [group, view] = [this.#group ?? [], this.#view];
    if (view === undefined) return nothing;
    const newest = this.#isLast ? group.at(-1)?.id : undefined;
    const answer = this.#isLast ? group.findLast(({ role, type }) => role === 'assistant' && type === 'message')?.id : undefined;
    return repeat(
      group,
      (line) => line.id,
      (line) => {
        const reach = { copy: line.id === newest, feedback: line.id === answer };
        return guard([line, view, reach.copy, reach.feedback], () => lineView(line, view, reach));
      },
    );
  }
}

const lineGroup = /* @__PURE__ */ directive(LineGroup);

/** Lines that nobody says. */
const toolLines: ReadonlyMap<string, (line: TranscriptEntry, view: LineView) => unknown> = new Map<
  string,
  (line: TranscriptEntry, view: LineView) => unknown
>([
  ['function_call', functionCallView],
  ['function_call_output', (line, { words }) => resultView(line.text, words)],
  ['mcp_approval_request', callView],
  ['mcp_call', callAndResultView],
  ['mcp_list_tools', mcpToolsView],
  ['handover', handoverView],
]);

/** Which of its buttons are in the tab order. */
interface Reach {
  readonly copy: boolean;
  readonly feedback: boolean;
}

function lineView(line: TranscriptEntry, view: LineView, reach: Reach): TemplateResult {
  const toolLine = toolLines.get(line.type);
  if (toolLine !== undefined) return html`<li class="line">${toolLine(line, view)}</li>`;
  return html`<li class=${`line ${roleOf(line)}`} part="line">
    <span class="name" part="name">${nameOf(line, view)}</span>
    <div class="words" part="words">${messageView(line, view)}</div>
    ${view.feedback?.view(line, reach.feedback) ?? nothing} ${line.text === '' ? nothing : copyButton(line, view, reach.copy)}
  </li>`;
}

const roleOf = ({ role }: TranscriptEntry): string => (role === 'user' || role === 'system' ? role : 'assistant');

function nameOf(line: TranscriptEntry, { words, assistant }: Pick<LineView, 'words' | 'assistant'>): string {
  if (line.role === 'user') return words.you;
  if (line.role === 'system') return words.system;
  return line.name ?? (line.role === 'person' ? words.person : assistant);
}

function handoverView(line: TranscriptEntry, view: LineView): TemplateResult {
  return html`<p class="note handover" part="handover">${fill(view.words.nowSpeaking, { name: nameOf(line, view) })}</p>`;
}

/** One of them all is in the tab order; the arrow keys go from one to the next. */
function copyButton(line: TranscriptEntry, { words, assistant }: LineView, isNewest: boolean): TemplateResult {
  const text = line.cut && line.heardLength !== undefined ? `${line.text.slice(0, line.heardLength).trimEnd()}\u2014` : line.text;
  const label = fill(words.copyMessage, { name: nameOf(line, { words, assistant }) });
  return html`<button
    type="button"
    class="copy"
    part="copy"
    tabindex=${isNewest ? 0 : -1}
    title=${words.copy}
    aria-label=${label}
    @click=${(event: Event) => copyText(event, text, words.copied)}
  ></button>`;
}

/** What there is one of at most messages. */
const rows = ['.copy', '.thumb.up', '.thumb.down'] as const;

function moveAmongButtons(event: KeyboardEvent): void {
  const { target } = event;
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  const row = step !== 0 && target instanceof HTMLElement ? rows.find((each) => target.matches(each)) : undefined;
  if (row === undefined || !(target instanceof HTMLElement)) return;
  const buttons = [...(target.closest('.lines')?.querySelectorAll<HTMLElement>(row) ?? [])];
  const next = buttons[buttons.indexOf(target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
