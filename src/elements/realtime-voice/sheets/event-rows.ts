// A list of many events of which only those in view are drawn, walked by arrow keys. Draws by itself while it scrolls.
import { html, nothing, render, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

import type { InspectedEvent } from './inspector-log.js';
import type { InspectorWords } from './inspector-words.js';

export interface EventRowsView {
  readonly events: readonly InspectedEvent[];
  /** Undefined: the newest, which is kept in view. */
  readonly selected: InspectedEvent | undefined;
  readonly words: InspectorWords;
  readonly select: (event: InspectedEvent) => void;
}

export interface EventRows {
  render(view: EventRowsView): TemplateResult;
  close(): void;
}

/** Rows beyond each edge, so that a turn of the wheel meets no gap. */
const beyond = 8;

export function createEventRows(): EventRows {
  let list: HTMLElement | undefined;
  let view: EventRowsView | undefined;
  let shown: InspectedEvent | undefined;
  const sized = new ResizeObserver(() => paint(true));

  const paint = (keepInView: boolean) => {
    if (list === undefined || view === undefined) return;
    const { events, selected } = view;
    const rowPx = rowHeight();
    const height = events.length * rowPx;
    list.style.setProperty('--_rows', `${height}px`);
    list.style.setProperty('--_row', `${rowPx}px`);
    const at = selected === undefined ? events.length - 1 : placeOf(selected, events);
    if (keepInView) bringIntoView(list, at, rowPx, height);
    const start = Math.max(0, Math.floor(list.scrollTop / rowPx) - beyond);
    const end = Math.min(events.length, Math.ceil((list.scrollTop + list.clientHeight) / rowPx) + beyond);
    list.style.setProperty('--_start', `${start * rowPx}px`);
    render(rows(view, start, end, events[at]), list);
  };
  const attach = (element: Element | undefined) => {
    if (!(element instanceof HTMLElement) || element === list) return;
    list = element;
    sized.disconnect();
    sized.observe(element);
  };
  return {
    render(next) {
      const moved = next.selected !== shown || next.selected === undefined || view?.events !== next.events;
      shown = next.selected;
      view = next;
      const current = next.selected ?? next.events.at(-1);
      return html`<div
        class="events"
        role="listbox"
        tabindex="0"
        aria-label=${next.words.events}
        aria-activedescendant=${current === undefined ? nothing : idOf(current)}
        @scroll=${() => paint(false)}
        @keydown=${(event: KeyboardEvent) => walk(event, next)}
        ${ref((element) => {
          attach(element);
          if (element !== undefined) paint(moved);
        })}
      ></div>`;
    },
    close: () => sized.disconnect(),
  };
}

/** As the style sheet would have it, but known here: places are counted from it. */
const rowHeight = (): number => (matchMedia('(pointer: coarse)').matches ? 44 : 26);

/** Events are in the order of their numbers. */
export function placeOf({ number }: InspectedEvent, events: readonly InspectedEvent[]): number {
  let low = 0;
  let high = events.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.number ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function bringIntoView(list: HTMLElement, at: number, rowPx: number, height: number): void {
  // The spacer grows with what is drawn next: without this the browser holds the scroll back.
  if (list.scrollHeight < height) list.querySelector('.space')?.getBoundingClientRect();
  const top = at * rowPx;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + rowPx > list.scrollTop + list.clientHeight) list.scrollTop = top + rowPx - list.clientHeight;
}

const idOf = ({ number }: InspectedEvent) => `event-${String(number)}`;

function rows({ events, words, select }: EventRowsView, start: number, end: number, current: InspectedEvent | undefined): TemplateResult {
  return html`<div class="space" role="presentation">
    <div class="drawn" role="presentation">
      ${events.slice(start, end).map(
        (event, at) =>
          html`<div
            class="event ${event.from}"
            id=${idOf(event)}
            role="option"
            aria-selected=${String(event === current)}
            aria-posinset=${start + at + 1}
            aria-setsize=${events.length}
            @click=${() => select(event)}
          >
            <time class="tabular">${timeOf(event.at)}</time>
            <span aria-hidden="true">${{ client: '\u2191', server: '\u2193', page: '\u00b7', queue: '\u25b7' }[event.from]}</span>
            <span class="visually-hidden">${words[event.from]}</span>
            <code dir="ltr">${event.type}</code>
          </div>`,
      )}
    </div>
  </div>`;
}

function walk(event: KeyboardEvent, { events, selected, select }: EventRowsView): void {
  const last = events.length - 1;
  const at = selected === undefined ? last : placeOf(selected, events);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 10, PageUp: at - 10, Home: 0, End: last }[event.key];
  if (next === undefined || last < 0) return;
  event.preventDefault();
  const found = events[Math.max(0, Math.min(last, next))];
  if (found !== undefined) select(found);
}

/** `1:02.345` since the log began. */
const timeOf = (ms: number): string => `${String(Math.floor(ms / 60_000))}:${((ms / 1000) % 60).toFixed(3).padStart(6, '0')}`;
