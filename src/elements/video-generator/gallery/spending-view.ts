// What videos have cost, folded away to one line until it is wanted. Loaded with the tools of the history.
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';

import { taskSpending, type Spending, type SpendingSum } from '../../../core/video/history/spending.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import { supportedTag, type Formats } from '../../shared/formats.js';
import { day, money } from '../../shared/money.js';
import { fill, fillCount } from '../../shared/strings.js';
import type { VideoHistoryWords } from './history-words.js';

export interface SpendingContext {
  readonly tasks: readonly VideoTask[];
  readonly words: VideoHistoryWords;
  readonly formats: Formats;
  /** Of the language. */
  readonly tag: string;
}

type By = 'month' | 'day' | 'model';

export class SpendingView {
  readonly #host: ReactiveControllerHost;
  #by: By = 'month';
  #known: { readonly of: readonly VideoTask[]; readonly spending: Spending } | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Nothing where no task has cost anything, as far as that is known. */
  view(context: SpendingContext): TemplateResult | typeof nothing {
    const { tasks, words, formats } = context;
    if (this.#known?.of !== tasks) this.#known = { of: tasks, spending: taskSpending(tasks) };
    const { spending } = this.#known;
    if (spending.count === 0) return nothing;
    const unpriced = spending.unpriced === 0 ? '' : fillCount(words.spentUnpriced, spending.unpriced, formats);
    return html`<details class="fold spending" part="spending">
      <summary>${words.spending}: <bdi>${thisMonth(spending, context)}</bdi></summary>
      <div>
        ${this.#choices(words)} ${tableView(this.#by, spending, context)}
        <p class="note">${words.spentNote} ${unpriced}</p>
      </div>
    </details>`;
  }

  #choices(words: VideoHistoryWords): TemplateResult {
    const choices: readonly (readonly [By, string])[] = [
      ['month', words.byMonth],
      ['day', words.byDay],
      ['model', words.byModel],
    ];
    return html`<div class="ways" role="group" aria-label=${words.spentBy}>
      ${choices.map(
        ([by, label]) =>
          html`<button
            type="button"
            class="chip"
            aria-pressed=${this.#by === by}
            @click=${() => {
              this.#by = by;
              this.#host.requestUpdate();
            }}
          >
            ${label}
          </button>`,
      )}
    </div>`;
  }
}

function thisMonth({ months }: Spending, { words, tag, formats }: SpendingContext): string {
  const now = taskSpendingMonth(Date.now());
  const sum = months.find(({ month }) => month === now);
  if (sum === undefined || sum.amounts.length === 0) return words.spentNothing;
  return fill(words.spentMonth, { amount: formats.list(sum.amounts.map(({ amount, unit }) => money(amount, unit, tag))) });
}

/** In the reader's time zone, as `taskSpending` has it. */
function taskSpendingMonth(ms: number): string {
  const date = new Date(ms);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

const monthText = (month: string, tag: string): string =>
  new Intl.DateTimeFormat(supportedTag(tag), { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );

function tableView(by: By, { months, days, models }: Spending, context: SpendingContext): TemplateResult {
  const { words, tag } = context;
  const rows: Readonly<Record<By, readonly (readonly [string, SpendingSum])[]>> = {
    month: months.map((sum) => [monthText(sum.month, tag), sum]),
    day: days.map((sum) => [day(sum.day, tag), sum]),
    model: models.map((sum) => [sum.model, sum]),
  };
  const titles: Readonly<Record<By, string>> = { month: words.byMonth, day: words.byDay, model: words.byModel };
  return html`<div class="sums" role="region" tabindex="0" aria-label=${words.spending}>
    <table>
      <thead>
        <tr>
          <th scope="col">${titles[by]}</th>
          <th scope="col">${words.spentVideos}</th>
          <th scope="col">${words.spentAmount}</th>
        </tr>
      </thead>
      <tbody>
        ${rows[by].map(([name, sum]) => rowView(name, sum, context))}
      </tbody>
    </table>
  </div>`;
}

/** Each unit on a line of its own. */
function rowView(name: string, { amounts, count, unpriced }: SpendingSum, { words, formats, tag }: SpendingContext): TemplateResult {
  return html`<tr>
    <th scope="row"><bdi>${name}</bdi></th>
    <td>${formats.number(count + unpriced)}</td>
    <td>${amounts.length === 0 ? words.spentUnknown : amounts.map(({ amount, unit }) => html`<bdi>${money(amount, unit, tag)}</bdi>`)}</td>
  </tr>`;
}
