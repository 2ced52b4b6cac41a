// One prompt with several seeds and to several models: chosen here, with how many videos that is and what they cost together. Loaded with
// the panels.
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';

import type { VideoDraft } from '../../../core/providers/provider.js';
import { fanOut, mostDrafts } from '../../../core/video/queue/fan-out.js';
import type { GroupEstimate } from '../../../core/video/queue/video-queue.js';
import type { Formats } from '../../shared/formats.js';
import { money } from '../../shared/money.js';
import { fill, fillCount } from '../../shared/strings.js';
import type { VideoWords } from '../video-words.js';
import type { ModelGroup } from './models.js';
import type { VideoPanelWords } from './panel-words.js';

export interface FanOutContext {
  readonly draft: VideoDraft;
  readonly groups: readonly ModelGroup[];
  readonly words: VideoWords & VideoPanelWords;
  readonly formats: Formats;
}

/** What a group is priced and sent with. */
export interface FanOutActions {
  /** Of the language. */
  readonly tag: string;
  estimate(drafts: readonly VideoDraft[]): Promise<GroupEstimate> | undefined;
  submit(drafts: readonly VideoDraft[]): void;
}

const seedCounts = [1, 2, 3, 4, 6, 8];

export class FanOut {
  readonly #host: ReactiveControllerHost;
  readonly #models = new Set<string>();
  #seeds = 1;
  /** What the estimate is of. */
  #key = '';
  #estimate: GroupEstimate | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  view(context: FanOutContext, actions: FanOutActions): TemplateResult {
    const { draft, groups, words, formats } = context;
    const titles = Object.assign({}, ...groups.map((group) => group.titles)) as Readonly<Record<string, string>>;
    const models = [...new Set(groups.flatMap((group) => group.models))].filter((model) => model !== draft.model);
    const drafts = this.#draftsOf(draft);
    this.#measure(drafts, actions);
    const isMany = drafts.length > 1 && drafts.length <= mostDrafts;
    return html`<fieldset class="several">
      <legend class="label">${words.several}</legend>
      <label class="field">
        <span class="label">${words.severalSeeds}</span>
        <select
          class="input"
          @change=${({ target }: Event) => target instanceof HTMLSelectElement && this.#chooseSeeds(Number(target.value))}
        >
          ${seedCounts.map((count) => html`<option value=${count} .selected=${count === this.#seeds}>${formats.number(count)}</option>`)}
        </select>
      </label>
      ${models.length === 0 ? nothing : html`<span class="label" id="several-models">${words.severalModels}</span>`}
      <div class="choices" role="group" aria-labelledby=${models.length === 0 ? nothing : 'several-models'}>
        ${models.map(
          (model) =>
            html`<label class="several-model">
              <input type="checkbox" .checked=${this.#models.has(model)} @change=${() => this.#toggle(model)} />
              <span>${titles[model] ?? model}</span>
            </label>`,
        )}
      </div>
      <p class="hint tabular" role="status">
        ${isMany ? this.#totalOf(context, actions.tag) : fill(words.severalHint, { count: formats.number(mostDrafts) })}
      </p>
      ${
        isMany
          ? html`<button type="button" class="button primary" @click=${() => actions.submit(drafts)}>
              ${fillCount(words.severalMake, videosIn(drafts), formats)}
            </button>`
          : nothing
      }
    </fieldset>`;
  }

  #totalOf({ words, formats }: FanOutContext, tag: string): string {
    if (this.#estimate === undefined) return '';
    const { count, costs, unpriced } = this.#estimate;
    const sums = costs.map(({ amount, unit }) => money(amount, unit, tag)).join(' + ');
    return [
      fillCount(words.severalCount, count, formats),
      sums === '' ? words.costNone : fill(words.severalCost, { amount: sums }),
      ...(sums !== '' && unpriced > 0 ? [fillCount(words.severalUnpriced, unpriced, formats)] : []),
    ].join(' · ');
  }

  /** What is this model's alone does not go to others. */
  #draftsOf(draft: VideoDraft): readonly VideoDraft[] {
    const [first = randomSeed(), ...more] = this.#seedsFor(draft.seed);
    const seeds = this.#seeds === 1 ? [draft.seed] : [first, ...more];
    const others = fanOut({ ...draft, metadata: undefined }, { models: [...this.#models].filter((model) => model !== draft.model), seeds });
    return [...fanOut(draft, { seeds }), ...others];
  }

  /** The same for as long as the panel is open, so that the total is of what is sent. */
  #random: readonly number[] = Array.from({ length: 8 }, randomSeed);

  #seedsFor(seed: number | undefined): readonly number[] {
    return [seed ?? this.#random[0] ?? randomSeed(), ...this.#random.slice(1, this.#seeds)];
  }

  #chooseSeeds(count: number): void {
    this.#seeds = count;
    this.#host.requestUpdate();
  }

  #toggle(model: string): void {
    if (!this.#models.delete(model)) this.#models.add(model);
    this.#host.requestUpdate();
  }

  #measure(drafts: readonly VideoDraft[], { estimate }: FanOutActions): void {
    const key = JSON.stringify(drafts.map(({ image: _image, lastImage: _last, ...rest }) => rest));
    if (key === this.#key) return;
    this.#key = key;
    this.#estimate = undefined;
    void estimate(drafts)?.then((known) => {
      if (this.#key !== key) return;
      this.#estimate = known;
      this.#host.requestUpdate();
    });
  }
}

const videosIn = (drafts: readonly VideoDraft[]): number => drafts.reduce((count, { n = 1 }) => count + n, 0);

function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}
