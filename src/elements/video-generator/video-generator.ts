// <video-generator>: ties controllers to views. What a draft becomes is the core's business, what things look like the views'.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';

import type { ProviderEntry, VideoDraft } from '../../core/providers/provider.js';
import type { VideoQueue, VideoQueueOptions, VideoTask } from '../../core/video/video-queue.js';
import { Announcer } from '../shared/announcer.js';
import { buttons } from '../shared/buttons.styles.js';
import { FocusController } from '../shared/focus-controller.js';
import { formatsFor, type Formats } from '../shared/formats.js';
import { LazyController } from '../shared/lazy-controller.js';
import { languageOf } from '../shared/strings.js';
import { tokens } from '../shared/tokens.styles.js';
import { chipsOf, type Chip } from './chips.js';
import { ComposerController, type ComposerNotice } from './composer-controller.js';
import { composerView, type ComposerContext, type FrameName } from './composer-view.js';
import type { FrameHost } from './frame-taker.js';
import type { Gallery } from './gallery.js';
import { growToFit } from './grow-to-fit.js';
import { costLine, timeLine } from './honest-line.js';
import { ModelController } from './model-controller.js';
import { modelGroups, namesIn } from './models.js';
import { createOnce } from './once.js';
import { OnlineController } from './online-controller.js';
import { QueueController } from './queue-controller.js';
import { videoWords, type VideoWords } from './video-words.js';
import { videoGeneratorStyles } from './video-generator.styles.js';

/**
 * A sheet to write a prompt on, and a gallery of the videos made from it.
 *
 * @tagname video-generator
 * @fires {VideoSubmitEvent} video-submit - Before a draft is sent; `preventDefault()` keeps it from being sent.
 * @fires {VideoProgressEvent} video-progress - A task changed and goes on.
 * @fires {VideoReadyEvent} video-ready - A task succeeded.
 * @fires {VideoErrorEvent} video-error - A draft was not taken, or a task failed, expired, or cannot be confirmed.
 * @slot empty - What stands where the gallery will be, while there is no video.
 * @csspart sheet - The whole surface.
 * @csspart composer - The form.
 * @csspart prompt - The text area.
 * @csspart frame - A tile for the first or last frame.
 * @csspart chips - The row of chips.
 * @csspart chip - One chip.
 * @csspart panel - The control a chip opened.
 * @csspart generate - The button.
 * @csspart estimate - The line about time and cost.
 * @csspart notice - A warning over the whole.
 * @csspart gallery - The gallery.
 * @csspart card - One task.
 * @csspart media - A card's picture.
 * @csspart video - A card's player.
 * @csspart progress - A waiting card's line.
 * @csspart actions - A card's buttons.
 * @csspart history - The tools of the history, unfolded.
 * @cssprop --voxreel-ink - Text.
 * @cssprop --voxreel-ink-2 - Second text.
 * @cssprop --voxreel-ink-3 - Third text, and the frames of fields.
 * @cssprop --voxreel-paper - Surface.
 * @cssprop --voxreel-paper-2 - Second surface.
 * @cssprop --voxreel-paper-3 - Third surface.
 * @cssprop --voxreel-line - Hairlines.
 * @cssprop --voxreel-accent - What one may do, and what is moving.
 * @cssprop --voxreel-on-accent - Text on the accent.
 * @cssprop --voxreel-live - Errors.
 * @cssprop --voxreel-warning - What will run out.
 * @cssprop --voxreel-font - Typeface; the page's own by default.
 * @cssprop --voxreel-size - Base size of type, 15px.
 * @cssprop --voxreel-radius - Outer corners, 14px.
 * @cssprop --voxreel-radius-small - Inner corners, 9px.
 * @cssprop --voxreel-control - Height of controls.
 * @cssprop --voxreel-motion - Length of a transition; 0 under reduced motion.
 * @cssstate busy - A draft is being sent.
 * @cssstate offline - The browser has no network.
 * @cssstate empty - There is no video.
 */
export class VideoGenerator extends LitElement {
  static override styles = [tokens, buttons, videoGeneratorStyles];

  static override properties = {
    baseUrl: { attribute: 'base-url' },
    model: {},
    models: {},
    user: {},
    persist: {},
    keepResults: { type: Boolean, attribute: 'keep-results' },
    lang: { reflect: true },
    queue: { attribute: false },
    providers: { attribute: false },
    headers: { attribute: false },
  };

  /** Base address of the service or gateway; the page's own origin by default. */
  declare baseUrl: string;
  /** The model chosen at first. */
  declare model: string;
  /** The models to choose from, by commas or spaces; by default those the providers name. */
  declare models: string;
  /** Sent as `user` with each request. */
  declare user: string;
  /** `local` keeps tasks in this browser, `none` only as long as the page. */
  declare persist: string;
  /** Keeps finished files in this browser beyond the life of their links. */
  declare keepResults: boolean;
  /** A queue of the page's own, instead of one made from the attributes. It is never closed here. */
  declare queue: VideoQueue | undefined;
  /** Providers of this element alone; they come before those registered on the page. */
  declare providers: readonly ProviderEntry[] | undefined;
  /** Headers for each request, or a function that gives them. */
  declare headers: VideoQueueOptions['headers'];

  readonly #internals = this.attachInternals();
  readonly #announcer = new Announcer(this);
  readonly #focus = new FocusController(this);
  readonly #online = new OnlineController(this);
  readonly #composer = new ComposerController(this);
  readonly #queue = new QueueController(this, (task, before) => {
    void this.#showGallery().then((gallery) => gallery?.tell(task, before));
  });
  readonly #model = new ModelController(
    this,
    (info) => (this.#composer.info = info),
    (error) => (this.#composer.notice = { param: 'form', text: error.message }),
  );
  readonly #panel = new LazyController(this, () => import('./panel-view.js'));
  readonly #sender = new LazyController(this, () => import('./sender.js'));
  readonly #galleries = new LazyController(this, () => import('./gallery.js'));
  #gallery: Gallery | undefined;
  /** `form`, or the id of a task that is made again: the second half of a double click must not pay a second time. */
  readonly #sending = createOnce(() => this.requestUpdate());

  constructor() {
    super();
    this.baseUrl = '';
    this.model = '';
    this.models = '';
    this.user = '';
    this.persist = 'local';
    this.keepResults = false;
    this.queue = this.providers = this.headers = undefined;
  }

  /**
   * Sends what is written, with `draft` over it; any model may be named, listed or not. Resolves with the task as the service took it, or
   * with undefined when nothing was sent: the draft is incomplete, a listener prevented it, or it was refused (`video-error` tells).
   */
  async generate(draft: Partial<VideoDraft> = {}): Promise<VideoTask | undefined> {
    if (!this.hasUpdated) await this.updateComplete;
    const { settled: written, info, parentId } = this.#composer;
    const other = draft.model !== undefined && draft.model !== written.model;
    const whole: VideoDraft = {
      ...(other ? { prompt: written.prompt } : written),
      user: this.user || undefined,
      model: written.model,
      ...draft,
    };
    const sender = this.#sender.module ?? (await this.#sender.load());
    const problem = sender?.problemWith(
      whole,
      other ? { ...info, limits: {} } : info,
      sender.words.wordsFor(this.#language),
      this.#formats,
    );
    if (problem !== undefined) return this.#complain(problem);
    return this.#send(whole, (queue) => queue.submit(whole, parentId === undefined ? undefined : { parentId }));
  }

  /** Makes a task again, exactly: the same draft and seed. */
  async retry(id: string): Promise<VideoTask | undefined> {
    return this.#again(id, {});
  }

  override remove(): void;
  override remove(id: string): Promise<void>;
  /** Removes a task at once. Without an id it is the DOM's own: the element leaves its page. */
  override remove(id?: string): Promise<void> | void {
    if (id === undefined) return super.remove();
    return this.#queue.queue?.remove(id) ?? Promise.resolve();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#queue.give(this.queue);
    const { baseUrl, persist, keepResults, headers, providers } = this;
    this.#queue.configure({ baseUrl, persist, keepResults, headers, providers });
    this.#model.own = this.providers ?? [];
    if (changed.has('model') && this.model !== '') this.#composer.change({ model: this.model });
    if (this.#composer.draft.model === '') this.#chooseFirstModel();
    this.#model.choose(this.#composer.draft.model);
    if (this.#queue.tasks.length > 0) void this.#showGallery();
    if (changed.has('lang')) void videoWords.load(this.#language).then((news) => news && this.requestUpdate());
  }

  protected override render(): TemplateResult {
    return html`<div class="sheet" part="sheet" role="region" aria-label=${this.#words.region}>
      ${composerView(this.#composerContext())} ${this.#emptyTemplate()} ${this.#gallery?.view() ?? nothing} ${this.#announcer.render()}
    </div>`;
  }

  protected override updated(): void {
    this.#state('busy', this.#sending.isRunning('form'));
    this.#state('offline', this.#online.offline);
    this.#state('empty', this.#queue.tasks.length === 0);
    growToFit(this.renderRoot.querySelector('textarea'));
  }

  get #language(): string {
    return this.lang || languageOf(this);
  }

  get #words(): VideoWords {
    return videoWords.wordsFor(this.#language);
  }

  get #formats(): Formats {
    return formatsFor(this.#language);
  }

  #state(name: string, on: boolean): void {
    if (on) this.#internals.states.add(name);
    else this.#internals.states.delete(name);
  }

  #chooseFirstModel(): void {
    const first = this.#groups().find((group) => group.models.length > 0)?.models[0];
    const model = this.#queue.tasks[0]?.model ?? first;
    if (model !== undefined) this.#composer.change({ model });
  }

  #groups() {
    const used = new Set(this.#queue.tasks.map((task) => task.model));
    return modelGroups(this.#model.entries, namesIn(this.models), [...used, this.#composer.draft.model]);
  }

  #composerContext(): ComposerContext {
    const composer = this.#composer;
    const { info, open, notice, draft } = composer;
    const [words, formats] = [this.#words, this.#formats];
    const settled = composer.settled;
    return {
      draft: { ...settled, prompt: draft.prompt },
      chips: chipsOf({ draft: settled, info, words, formats }),
      ...{ info, open, notice, words, formats },
      sending: this.#sending.isRunning('form'),
      timeLine: timeLine(this.#gallery?.estimate(settled, info.providerId || undefined), words, formats),
      costLine: costLine(settled, info, words, formats),
      warnings: this.#warnings(),
      panel: open === undefined ? nothing : this.#panelTemplate(open, settled),
      preview: (frame) => this.#panel.module?.framePreview(frame) ?? nothing,
      frameNotes: this.#panel.module?.frameNotes(settled, info, this.#language) ?? [],
      change: (patch) => {
        composer.change(patch);
        // Here before the click.
        void this.#sender.load();
      },
      press: (chip) => this.#press(chip),
      toggle: (name) => this.#toggle(name),
      submit: () => void this.#sending.run('form', () => this.generate()),
      drop: (event, frame) => this.#take(event, event.dataTransfer, frame),
      paste: (event) => this.#take(event, event.clipboardData),
    };
  }

  #panelTemplate(open: string, draft: VideoDraft): TemplateResult | typeof nothing {
    const composer = this.#composer;
    const { info, notice } = composer;
    const panel = this.#panel.module;
    return (
      panel?.panelView({
        ...{ open, draft, info, formats: this.#formats },
        words: { ...this.#words, ...panel.words.wordsFor(this.#language) },
        groups: open === 'model' ? this.#groups() : [],
        notice: notice?.param === open ? notice.text : undefined,
        change: (patch) => composer.change(patch),
        changeMetadata: (patch) => composer.changeMetadata(patch),
        say: (param, text) => (composer.notice = text === undefined ? undefined : { param, text }),
        close: () => this.#closePanel(),
        setFrame: (frame, value) => panel.setFrame(frame, value, this.#frameHost()),
      }) ?? nothing
    );
  }

  /** A drop or a paste: what it holds is gone with its event. An address pasted into the prompt stays text. */
  #take(event: Event, transfer: DataTransfer | null, frame?: FrameName): void {
    const files = [...(transfer?.files ?? [])];
    const addresses = event.type === 'paste' ? '' : (transfer?.getData('text/uri-list') ?? '');
    if ((files.length === 0 && addresses === '') || this.#composer.info.limits.images?.max === 0) return;
    event.preventDefault();
    event.stopPropagation();
    void this.#panel.load().then((panel) => panel?.takeDropped({ files, addresses }, frame, this.#frameHost()));
  }

  #frameHost(): FrameHost {
    return {
      composer: this.#composer,
      language: () => this.#language,
      complain: (notice) => this.#complain(notice),
      taken: (frame) => this.#composer.open === frame && this.#closePanel(),
    };
  }

  #emptyTemplate(): TemplateResult | typeof nothing {
    const { restored, tasks, queue } = this.#queue;
    if (!restored || tasks.length > 0) return nothing;
    const { empty, emptyMemory, emptyImport } = this.#words;
    const bring = html`<button type="button" class="button quiet" @click=${() => this.#openHistory()}>${emptyImport}</button>`;
    return html`<div class="empty">
      <slot name="empty">${queue?.persistent === false ? emptyMemory : empty}</slot>${this.#gallery === undefined ? bring : nothing}
    </div>`;
  }

  async #showGallery(): Promise<Gallery | undefined> {
    const module = await this.#galleries.load();
    if (this.#gallery !== undefined || module === undefined) return this.#gallery;
    this.requestUpdate();
    void this.#sender.load();
    return (this.#gallery = module.createGallery({
      element: this,
      queue: () => this.#queue.queue,
      tasks: () => this.#queue.tasks,
      language: () => this.#language,
      words: () => this.#words,
      formats: () => this.#formats,
      say: (text, urgency) => this.#announcer.say(text, urgency),
      focus: (...selectors) => this.#focus.next(...selectors),
      load: (draft, parentId) => this.#composer.load(draft, parentId),
      complain: (notice) => this.#complain(notice),
      again: (id, changes) => this.#sending.run(id, () => this.#again(id, changes)),
    }));
  }

  async #openHistory(): Promise<void> {
    (await this.#showGallery())?.openHistory();
  }

  #warnings(): readonly string[] {
    const { notice } = this.#composer;
    const memoryOnly = this.#queue.restored && this.persist !== 'none' && this.#queue.queue?.persistent === false;
    return [
      ...(notice?.param === 'form' ? [notice.text] : []),
      ...(this.#online.offline ? [this.#words.offline] : []),
      ...(memoryOnly ? [this.#words.memoryOnly] : []),
    ];
  }

  #press(chip: Chip): void {
    const field = chip.name.replace(/^metadata\./, '');
    if (chip.pressed === undefined) this.#toggle(chip.name);
    else this.#composer.changeMetadata({ [field]: !chip.pressed });
  }

  #toggle(name: string): void {
    if (this.#composer.open === name) this.#composer.open = undefined;
    else this.#openPanel(name);
  }

  #openPanel(name: string): void {
    this.#composer.open = name;
    this.#focus.next('#panel input:checked', '#panel :is(input, select, textarea, button)');
    void this.#panel.load();
  }

  #closePanel(): void {
    const name = this.#composer.open;
    this.#composer.open = undefined;
    if (name !== undefined) this.#focus.next(`[data-opens="${CSS.escape(name)}"]`);
  }

  /** Says it where it belongs, and brings the reader there. */
  #complain(notice: ComposerNotice): undefined {
    this.#composer.notice = notice;
    this.#announcer.say(notice.text, 'assertive');
    if (notice.param === 'prompt') this.#focus.next('#prompt');
    else if (notice.param !== 'form') this.#openPanel(notice.param);
  }

  async #send(draft: VideoDraft, submit: (queue: VideoQueue) => Promise<VideoTask>): Promise<VideoTask | undefined> {
    const composer = this.#composer;
    const sender = this.#sender.module ?? (await this.#sender.load());
    if (sender === undefined) return this.#complain({ param: 'form', text: this.#words.notLoaded });
    return sender.send(draft, submit, {
      element: this,
      language: this.#language,
      info: composer.info,
      queue: () => this.#queue.available(),
      begin: () => (composer.notice = composer.open = undefined),
      complain: (notice) => this.#complain(notice),
      openHistory: () => void this.#openHistory(),
    });
  }

  async #again(id: string, changes: Partial<VideoDraft>): Promise<VideoTask | undefined> {
    const task = this.#queue.tasks.find((candidate) => candidate.id === id);
    if (task === undefined) return undefined;
    return this.#send({ ...task.draft, seed: task.seed, ...changes }, (queue) => queue.resubmit(id, changes));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'video-generator': VideoGenerator;
  }
}
