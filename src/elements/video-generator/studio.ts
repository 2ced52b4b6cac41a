// The half that works: models and their forms, the queue, sending, the gallery. Loaded as soon as the form stands; the form knows it by `Studio`.
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';

import type { ForgetOptions } from '../../core/persistence/storage.js';
import type { VideoDraft } from '../../core/providers/provider.js';
import type { VideoQueue, VideoTask } from '../../core/video/queue/video-queue.js';
import type { Formats } from '../shared/formats.js';
import { LazyController } from '../shared/lazy-controller.js';
import { persistenceOf, placeOf } from '../shared/persistence.js';
import type { Language } from '../shared/strings.js';
import type { VoiceTool } from '../../core/realtime/tools/define-tool.js';
import { whenIdle } from '../shared/when-idle.js';
import { accountOptions } from './account/account-options.js';
import { TakeAlong } from './account/take-along.js';
import { adjustments } from './composer/adjustments.js';
import type { ComposerController, ComposerNotice } from './composer/composer-controller.js';
import type { ComposerContext, FrameName } from './composer/composer-view.js';
import type { Dropped, FrameHost } from './composer/frame-taker.js';
import type { Gallery } from './gallery/gallery.js';
import { DraftKeeper } from './drafts/draft-keeper.js';
import { draftTabs, newDraftView, type DraftTabsContext } from './drafts/draft-tabs.js';
import { FrameUploads } from './composer/frame-uploads.js';
import { costLine, spendWarning, timeLine } from './composer/honest-line.js';
import { HelpController } from './composer/help/help-controller.js';
import type { ModelInfo } from './composer/draft.js';
import { ModelController } from './composer/model-controller.js';
import type { FanOut } from './composer/fan-out.js';
import type { ModelPicker } from './composer/model-picker.js';
import { modelGroups } from './composer/models.js';
import { loadMakingParts } from './making-parts.js';
import { Mistakes } from './mistakes.js';
import { namesIn } from './names-in.js';
import { createOnce } from './once.js';
import { videoPanelWords, type VideoPanelWords } from './composer/panel-words.js';
import { problemWith } from './composer/problems.js';
import { ReferencesController } from './references/references-controller.js';
import { refusalNotice } from './composer/refusal-notice.js';
import { ServiceController } from './composer/service-controller.js';
import { studioStyles } from './studio.styles.js';
import { parentageOf } from './parentage.js';
import { QueueController } from './queue-controller.js';
import { send, sendAll, type SenderHost } from './sender.js';
import type { VideoProperties } from './video-properties.js';
import { loadVoiceParts } from './voice/voice-parts.js';
import type { VideoWords } from './video-words.js';

interface StudioElement extends ReactiveControllerHost, HTMLElement, VideoProperties {
  readonly renderRoot: HTMLElement | DocumentFragment;
  cardOf(id: string): HTMLElement;
}

export interface StudioHost {
  readonly element: StudioElement;
  readonly composer: ComposerController;
  language(): Language;
  words(): VideoWords;
  formats(): Formats;
  say(text: string, urgency?: 'assertive'): void;
  focus(...selectors: readonly string[]): void;
  /** Says it where it belongs, and brings the reader there. */
  complain(notice: ComposerNotice): undefined;
  /** Closes the open control and goes back to what opened it. */
  closePanel(): void;
}

/** What is written is settled by the models' limits here; `parts` go into the form. */
export interface Studio {
  readonly tasks: readonly VideoTask[];
  /** The form's own draft is being sent. */
  readonly sending: boolean;
  /** Takes up the element's settings; before each render. */
  follow(): void;
  submit(): void;
  generate(draft: Partial<VideoDraft>): Promise<VideoTask | undefined>;
  retry(id: string): Promise<VideoTask | undefined>;
  remove(id: string): Promise<void>;
  /** Deletes everything that is kept of the user, and empties the form. */
  forget(options?: ForgetOptions): Promise<void>;
  /** Into the user's account, what this browser has of nobody. */
  takeAlong(): Promise<number>;
  take(dropped: Dropped, frame: FrameName | undefined): void;
  /** `card`, which stands elsewhere, shows this task from now on. */
  lend(card: HTMLElement, id: string): void;
  voiceTools(): Promise<readonly VoiceTool[]>;
  parts(settled: VideoDraft): StudioParts;
  /** What stands below the form. */
  view(): TemplateResult;
}

/** What the form shows of it. */
export type StudioParts = Pick<
  ComposerContext,
  'chips' | 'timeLine' | 'costLine' | 'warnings' | 'drafts' | 'newDraft' | 'references' | 'frameNotes' | 'panel' | 'preview'
>;

export const styles = [studioStyles];
export { takeModels } from '../../core/catalog/service-models.js';

export const createStudio = (host: StudioHost): Studio => new WorkingStudio(host);

class WorkingStudio implements Studio {
  readonly #host: StudioHost;
  readonly #queue: QueueController;
  readonly #model: ModelController;
  /** What was said of a model that could not be loaded. */
  #unloaded: ComposerNotice | undefined;
  readonly #service: ServiceController;
  readonly #uploads: FrameUploads;
  readonly #drafts: DraftKeeper;
  readonly #takeAlong: TakeAlong;
  readonly #panel;
  readonly #help: HelpController;
  readonly #references: ReferencesController;
  readonly #galleries;
  readonly #mistakes: Mistakes;
  #picker: ModelPicker | undefined;
  #fanOut: FanOut | undefined;
  #gallery: Gallery | undefined;
  /** `form`, or the id of a task that is made again: the second half of a double click must not pay a second time. */
  readonly #sending;

  constructor(host: StudioHost) {
    const { element, composer } = host;
    this.#host = host;
    this.#panel = new LazyController(element, () => import('./composer/panel-view.js'));
    this.#help = new HelpController(host);
    this.#mistakes = new Mistakes({ element, language: host.language, changed: () => this.#mistakeFound() });
    this.#references = new ReferencesController(host);
    this.#galleries = new LazyController(element, () => import('./gallery/gallery.js'));
    const prefetch = () => void loadMakingParts().catch(() => undefined);
    whenIdle(prefetch);
    element.addEventListener('focusin', prefetch, { once: true });
    this.#sending = createOnce(() => element.requestUpdate());
    this.#model = new ModelController(
      element,
      (info) => this.#modelFound(info),
      (error) => (this.#unloaded = composer.notice = refusalNotice(error, composer.info, this.#panelWords)),
    );
    this.#service = new ServiceController(element);
    this.#drafts = new DraftKeeper(host);
    this.#takeAlong = new TakeAlong(host);
    this.#uploads = new FrameUploads(() => element.requestUpdate());
    this.#queue = new QueueController(element, {
      changed: (task, before) => {
        if (task.status !== before?.status) this.#service.refresh();
        this.#mistakes.changed(task, before);
        void this.#showGallery().then((gallery) => gallery?.tell(task, before));
      },
      gone: (isGone) => this.#gallery?.forget(isGone),
      // Who signs in goes on writing; what another user wrote is theirs.
      switched: (before) => (before === '' ? this.#gallery?.clear() : this.#clear()),
    });
  }

  get tasks(): readonly VideoTask[] {
    return this.#queue.tasks;
  }

  get sending(): boolean {
    return this.#sending.isRunning('form');
  }

  follow(): void {
    const { element, composer } = this.#host;
    const { baseUrl, user, name, persist, keepResults, headers, providers, prices } = element;
    // First: what is written yet is of the user before.
    const place = element.queue === undefined ? placeOf(persist, 'local', user) : 'none';
    const account = place === 'account' ? accountOptions(element, () => element) : undefined;
    const owner = { user, name, persistent: place !== 'none', account };
    this.#drafts.follow(owner);
    this.#references.follow(owner);
    this.#queue.give(element.queue);
    this.#queue.configure({ baseUrl, user, name, persist, keepResults, headers, providers, prices });
    this.#takeAlong.follow(this.#queue.account);
    this.#model.own = providers ?? [];
    this.#model.prices = prices;
    this.#service.follow(this.#queue.queue, composer.open === 'model' || this.#model.needsService(composer.draft.model));
    this.#model.offered = this.#service.providers;
    if (composer.draft.model === '') this.#chooseFirstModel();
    this.#model.choose(composer.draft.model, this.#host.language().tag);
    const { settled, info } = composer;
    const pictures = [settled.image, settled.lastImage, ...(settled.references ?? []).map(({ image }) => image)];
    this.#uploads.follow(pictures, settled.model, info.offered?.uploads === true ? this.#queue.queue : undefined);
    if (composer.open !== undefined || settled.image !== undefined || settled.lastImage !== undefined) void this.#panel.load();
    if (composer.open !== 'model') this.#picker?.reset();
    this.#help.follow();
    if (this.tasks.length > 0) void this.#showGallery();
  }

  submit(): void {
    this.#model.retry();
    void this.#sending.run('form', () => this.#drafts.send(() => this.generate({})));
  }

  async generate(draft: Partial<VideoDraft>): Promise<VideoTask | undefined> {
    const { element, composer, formats, language, complain } = this.#host;
    const { settled: written, info, parentId } = composer;
    const other = draft.model !== undefined && draft.model !== written.model;
    const complete = await this.#references.completed({
      ...(other ? { prompt: written.prompt } : written),
      user: element.user || undefined,
      model: written.model,
      ...draft,
    });
    const problem = problemWith(complete, other ? { ...info, limits: {} } : info, videoPanelWords.wordsFor(language()), formats());
    if (problem !== undefined) {
      if (complete.model === '') void this.#explainNoModel();
      return complain(problem);
    }
    return this.#send(complete, (queue) => queue.submit(complete, parentageOf(complete, parentId)));
  }

  retry(id: string): Promise<VideoTask | undefined> {
    return this.#again(id, {});
  }

  async remove(id: string): Promise<void> {
    await this.#queue.available()?.remove(id);
  }

  async forget(options?: ForgetOptions): Promise<void> {
    await this.#queue.forget(options);
    await this.#drafts.forget();
    await this.#references.forget();
    this.#clear();
  }

  /** Into the user's account, what this browser has of nobody. */
  takeAlong(): Promise<number>;
  takeAlong(): Promise<number> {
    return this.#takeAlong.take();
  }

  take(dropped: Dropped, frame: FrameName | undefined): void {
    void this.#panel.load().then((panel) => panel?.takeDropped(dropped, frame, this.#frameHost()));
  }

  lend(card: HTMLElement, id: string): void {
    void this.#showGallery().then((gallery) => gallery?.lend(card, id));
  }

  async voiceTools(): Promise<readonly VoiceTool[]> {
    const { element, composer, language, formats, focus } = this.#host;
    const { createVoiceTools, videoGalleryWords } = await loadVoiceParts();
    return createVoiceTools({
      element,
      queue: () => this.#queue.available(),
      model: () => composer.draft.model,
      cardOf: (id) => element.cardOf(id),
      putDraft: (draft, parentId) => this.#drafts.put(draft, parentId),
      openDraft: (id) => {
        this.#drafts.choose(id);
        focus('#prompt');
      },
      said: () => ({ language: language(), formats: formats(), words: { ...this.#panelWords, ...videoGalleryWords.wordsFor(language()) } }),
    });
  }

  parts(settled: VideoDraft): StudioParts {
    const { composer, formats, language } = this.#host;
    const { info } = composer;
    const panel = this.#panel.module;
    const words = this.#panelWords;
    const costWords = { words, formats: formats(), tag: language().tag };
    const memoryOnly =
      this.#queue.restored && persistenceOf(this.#host.element.persist, 'local') !== 'none' && this.#queue.queue?.persistent === false;
    return {
      chips: this.#help.chips(words.promptHelp),
      timeLine: this.#queue.restored ? timeLine(this.#gallery?.estimate(settled, info.providerId || undefined), words, formats()) : '',
      costLine: info.providerId === '' ? '' : costLine(settled, info, this.#service.spend, costWords),
      warnings: [
        ...spendWarning(settled, info, this.#service.spend, costWords),
        ...adjustments(composer.draft, settled, words, formats()),
        ...this.#help.notes(),
        ...(memoryOnly ? [words.memoryOnly] : []),
        ...(this.#mistakes.advice === undefined ? [] : [this.#mistakes.advice]),
      ],
      drafts: draftTabs(this.#draftContext),
      newDraft: html`${newDraftView(this.#draftContext)}${this.#references.mentions()}`,
      references: this.#references.tiles(words.references),
      frameNotes: panel?.frameNotes(settled, info, language()) ?? [],
      panel: composer.open === undefined ? nothing : this.#panelView(composer.open, settled),
      preview: (frame) => panel?.framePreview(frame, this.#uploads.progressOf(frame), words.uploading) ?? nothing,
    };
  }

  view(): TemplateResult {
    return html`${this.#takeAlong.view()} ${this.#emptyView()} ${this.#gallery?.view() ?? nothing}`;
  }

  get #panelWords(): VideoWords & VideoPanelWords {
    return { ...this.#host.words(), ...videoPanelWords.wordsFor(this.#host.language()) };
  }

  get #draftContext(): DraftTabsContext {
    return { keeper: this.#drafts, words: this.#panelWords, chosen: () => this.#host.focus('#prompt') };
  }

  /** What was written and seen belongs to the user before. */
  #clear(): void {
    const { composer, element } = this.#host;
    composer.clear();
    this.#help.clear();
    // A letter typed since the last render is in the field alone.
    const prompt = element.renderRoot.querySelector<HTMLTextAreaElement>('#prompt');
    if (prompt !== null) prompt.value = '';
    this.#gallery?.clear();
  }

  #chooseFirstModel(): void {
    const first = this.#groups().find((group) => group.models.length > 0)?.models[0];
    const model = this.tasks[0]?.model ?? first;
    if (model !== undefined) this.#host.composer.change({ model });
  }

  #groups() {
    const used = new Set(this.tasks.map((task) => task.model));
    const { element, composer } = this.#host;
    return modelGroups({
      entries: this.#model.entries,
      offered: this.#service.providers,
      listed: namesIn(element.models),
      seen: [...used, composer.draft.model],
    });
  }

  #panelView(open: string, draft: VideoDraft): TemplateResult | typeof nothing {
    const { composer, formats, language, closePanel } = this.#host;
    const { info, notice } = composer;
    const panel = this.#panel.module;
    return (
      panel?.panelView({
        open,
        draft,
        info,
        formats: formats(),
        words: this.#panelWords,
        picker: (this.#picker ??= new panel.ModelPicker(this.#host.element)),
        help: this.#help.panel,
        references: this.#references.panel,
        tasks: this.tasks,
        fanOut: (this.#fanOut ??= new panel.FanOut(this.#host.element)),
        fanOutActions: {
          tag: language().tag,
          estimate: (drafts) => this.#queue.available()?.estimateAll(drafts),
          submit: (drafts) => void this.#sending.run('form', () => this.#sendAll(drafts)),
        },
        groups: open === 'model' || open === 'more' ? this.#groups() : [],
        notice: notice?.param === open ? notice.text : undefined,
        change: (patch) => composer.change(patch),
        changeMetadata: (patch) => composer.changeMetadata(patch),
        say: (param, text) => (composer.notice = text === undefined ? undefined : { param, text }),
        close: closePanel,
        setFrame: (frame, value) => panel.setFrame(frame, value, this.#frameHost()),
      }) ?? nothing
    );
  }

  #frameHost(): FrameHost {
    const { composer, language, complain, closePanel } = this.#host;
    return { composer, language, complain, taken: (frame) => composer.open === frame && closePanel() };
  }

  #emptyView(): TemplateResult | typeof nothing {
    const { restored, tasks, queue } = this.#queue;
    if (!restored || tasks.length > 0) return nothing;
    const { empty, emptyMemory, emptyImport } = this.#panelWords;
    const bring = html`<button type="button" class="button quiet" @click=${() => this.#openHistory()}>${emptyImport}</button>`;
    return html`<div class="empty">
      <slot name="empty">${queue?.persistent === false ? emptyMemory : empty}</slot>${this.#gallery === undefined ? bring : nothing}
    </div>`;
  }

  async #showGallery(): Promise<Gallery | undefined> {
    const module = await this.#galleries.load();
    if (this.#gallery !== undefined || module === undefined) return this.#gallery;
    const { composer, element } = this.#host;
    element.requestUpdate();
    return (this.#gallery = module.createGallery({
      ...this.#host,
      queue: () => this.#queue.queue,
      account: () => this.#queue.account,
      tasks: () => this.tasks,
      setupOf: (id) => this.#mistakes.setupOf(id),
      load: (draft, parentId) => composer.load(draft, parentId),
      takesLastFrame: () => (composer.info.limits.images?.max ?? 1) > 1,
      takeFrame: (frame, picture, task) => this.#takeFrame(frame, picture, task),
      again: (id, changes) => this.#sending.run(id, () => this.#again(id, changes)),
    }));
  }

  async #openHistory(): Promise<void> {
    (await this.#showGallery())?.openHistory();
  }

  #modelFound(info: ModelInfo): void {
    const { composer } = this.#host;
    this.#references.model = info;
    if (this.#unloaded !== undefined && composer.notice === this.#unloaded) composer.notice = undefined;
  }

  #mistakeFound(): void {
    this.#gallery?.redraw();
    this.#host.element.requestUpdate();
  }

  /** There is nothing a visitor could choose. */
  async #explainNoModel(): Promise<void> {
    const setup = await this.#mistakes.lacksModel();
    if (setup !== undefined && this.#host.composer.draft.model === '')
      this.#host.complain({ param: 'form', text: `${setup.title} ${setup.hint}` });
  }

  #send(draft: VideoDraft, submit: (queue: VideoQueue) => Promise<VideoTask>): Promise<VideoTask | undefined> {
    return send(draft, submit, this.#senderHost());
  }

  #senderHost(): SenderHost {
    const { element, composer, language, complain } = this.#host;
    return {
      element,
      language: language(),
      info: composer.info,
      queue: () => this.#queue.available(),
      begin: () => {
        composer.notice = composer.open = undefined;
        this.#mistakes.clear();
      },
      refused: (error) => this.#mistakes.refused(error, composer.draft.model),
      complain,
      openHistory: () => void this.#openHistory(),
    };
  }

  /** What nothing is written for yet is made as the video was whose frame it takes, so that both fit together. */
  #takeFrame(frame: FrameName, picture: Blob, { draft }: VideoTask): void {
    const { composer, say, focus } = this.#host;
    const { prompt, image, lastImage } = composer.draft;
    if (prompt.trim() === '' && image === undefined && lastImage === undefined)
      composer.load({ ...draft, prompt: '', seed: undefined, image: undefined, lastImage: undefined });
    composer.change({ [frame]: picture });
    say(frame === 'image' ? this.#panelWords.frameBegins : this.#panelWords.frameEnds);
    focus('#prompt');
  }

  /** Those that the page lets pass, as one group. */
  async #sendAll(drafts: readonly VideoDraft[]): Promise<void> {
    const { user } = this.#host.element;
    const allowed = drafts.map((draft) => ({ ...draft, user: user || undefined }));
    const [first] = allowed;
    const parentage = first && parentageOf(first, this.#host.composer.parentId);
    await sendAll(allowed, parentage, this.#senderHost());
  }

  async #again(id: string, changes: Partial<VideoDraft>): Promise<VideoTask | undefined> {
    const task = this.tasks.find((candidate) => candidate.id === id);
    if (task === undefined) return undefined;
    return this.#send({ ...task.draft, seed: task.seed, ...changes }, (queue) => queue.resubmit(id, changes));
  }
}
