// The help with the prompt: presets, templates, another wording, earlier prompts. Loaded when its chip is pressed.
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';

import type { FormField } from '../../../../core/drafts/metadata-fields.js';
import type { VideoTask } from '../../../../core/video/queue/video-queue.js';
import type { Formats } from '../../../shared/formats.js';
import { fill, type Language } from '../../../shared/strings.js';
import { VideoErrorEvent } from '../../events.js';
import type { ComposerController } from '../composer-controller.js';
import { defaultExclusions, defaultPresets, defaultTemplates, listOf } from './default-help.js';
import { Enhancer, type Enhancement } from './enhancer.js';
import { chipRow, enhanceView, noteOf, pastView } from './help-view.js';
import { videoHelpWords, type VideoHelpWords } from './help-words.js';
import { helpStyles } from './help.styles.js';
import { negativeView } from './negative-view.js';
import { pastPrompts } from './past-prompts.js';
import { hasPhrase } from './phrases.js';
import type { EnhancePrompt, PromptHelp } from './prompt-help.js';
import { PromptWriter } from './prompt-writer.js';
import { textDifference, type TextPart } from './text-difference.js';

/** The rest comes with the panel it stands in. */
export const styles = [helpStyles];

export interface HelpHost {
  readonly element: ReactiveControllerHost &
    EventTarget & {
      readonly renderRoot: HTMLElement | DocumentFragment;
      readonly promptHelp: PromptHelp | false | undefined;
    };
  readonly composer: ComposerController;
  language(): Language;
  formats(): Formats;
  say(text: string): void;
  focus(...selectors: readonly string[]): void;
}

/** From this many on one finds a prompt by typing. */
const searchFrom = 6;

export class HelpPanel {
  readonly #host: HelpHost;
  readonly #writer = new PromptWriter(() => this.#area('#prompt'));
  readonly #enhancer = new Enhancer((state) => this.#tell(state));
  #query = '';
  #compared: { readonly of: readonly string[]; readonly parts: readonly TextPart[] } | undefined;

  constructor(host: HelpHost) {
    this.#host = host;
  }

  view(tasks: readonly VideoTask[]): TemplateResult {
    const words = this.#words;
    const { presets, templates, enhance, history } = this.#help;
    const { prompt } = this.#host.composer.draft;
    return html`${listOf(presets, defaultPresets(words)).map((group) =>
      chipRow(
        group.title,
        group.presets.map(({ label, text }) => ({ label: label ?? text, text, pressed: hasPhrase(prompt, text) })),
        (text) => this.#writer.toggle(text),
      ),
    )}
    ${chipRow(words.templates, listOf(templates, defaultTemplates(words)), (text) => this.#begin(text))}
    ${this.#writer.isWalking && this.#writer.unfilled(prompt).length > 0 ? html`<p class="hint">${words.templateHint}</p>` : nothing}
    ${enhance === undefined ? nothing : this.#enhanceView(enhance, words)} ${this.#replacedView(words)}
    ${history === false ? nothing : this.#pastView(tasks, words)}`;
  }

  /** A provider's own field for what is to be kept out of the video. */
  negativeView(field: FormField, value: unknown, change: (value: string | undefined) => void): TemplateResult {
    return negativeView({
      field,
      value: typeof value === 'string' ? value : '',
      exclusions: listOf(this.#help.exclusions, defaultExclusions(this.#words)),
      words: this.#words,
      area: () => this.#area('#negative-prompt'),
      change,
    });
  }

  /** A sentence about blanks that would be sent as they are. */
  notes(): readonly string[] {
    const blanks = this.#writer.unfilled(this.#host.composer.draft.prompt).map(({ name }) => name);
    return blanks.length === 0 ? [] : [fill(this.#words.unfilled, { names: this.#host.formats().list(new Set(blanks)) })];
  }

  /** Its panel was closed: nobody waits for an answer. */
  closed(): void {
    this.#enhancer.end();
    this.#query = '';
  }

  get #help(): PromptHelp {
    return this.#host.element.promptHelp || {};
  }

  get #words(): VideoHelpWords {
    return videoHelpWords.wordsFor(this.#host.language());
  }

  #area(selector: string): HTMLTextAreaElement | null {
    return this.#host.element.renderRoot.querySelector<HTMLTextAreaElement>(selector);
  }

  #begin(template: string): void {
    this.#writer.begin(template);
    if (this.#writer.isWalking) this.#host.say(this.#words.templateHint);
    this.#host.element.requestUpdate();
  }

  #enhanceView(enhance: EnhancePrompt, words: VideoHelpWords): TemplateResult {
    const { composer, focus } = this.#host;
    const { prompt } = composer.draft;
    const { state } = this.#enhancer;
    const end = () => {
      this.#enhancer.end();
      focus('#panel .enhance');
    };
    return enhanceView({
      words,
      state,
      isEmpty: prompt.trim() === '',
      difference: state.step === 'suggested' ? this.#differenceTo(state.text) : [],
      ask: () => void this.#enhancer.ask(enhance, composer.settled),
      cancel: end,
      keep: end,
      use: () => {
        if (state.step === 'suggested') this.#replace(state.text);
      },
    });
  }

  #differenceTo(text: string): readonly TextPart[] {
    const { prompt } = this.#host.composer.draft;
    const of = [prompt, text];
    if (this.#compared === undefined || !of.every((one, at) => one === this.#compared?.of[at]))
      this.#compared = { of, parts: textDifference(prompt, text) };
    return this.#compared.parts;
  }

  #replace(text: string): void {
    this.#enhancer.end();
    this.#writer.replace(text);
    if (this.#writer.canUndo(text)) this.#host.say(this.#words.replaced);
  }

  #replacedView({ replaced, undo }: VideoHelpWords): TemplateResult | typeof nothing {
    if (!this.#writer.canUndo(this.#host.composer.draft.prompt)) return nothing;
    return html`<div class="options replaced">
      <span class="hint">${replaced}</span>
      <button type="button" class="button" @click=${() => this.#undo()}>${undo}</button>
    </div>`;
  }

  #undo(): void {
    this.#writer.undo();
    this.#host.element.requestUpdate();
  }

  #pastView(tasks: readonly VideoTask[], words: VideoHelpWords): TemplateResult | typeof nothing {
    const { prompt } = this.#host.composer.draft;
    const all = pastPrompts(tasks, prompt, '');
    if (all.length === 0) return nothing;
    return pastView({
      words,
      prompts: pastPrompts(tasks, prompt, this.#query),
      query: this.#query,
      hasSearch: all.length >= searchFrom,
      search: (query) => {
        this.#query = query;
        this.#host.element.requestUpdate();
      },
      take: (text) => this.#replace(text),
    });
  }

  #tell(state: Enhancement): void {
    const words = this.#words;
    const text = state.step === 'suggested' ? words.suggestionReady : noteOf({ words, state, isEmpty: false });
    if (text !== '') this.#host.say(text);
    if (state.step === 'failed') this.#host.element.dispatchEvent(new VideoErrorEvent(state.error));
    this.#host.element.requestUpdate();
  }
}
