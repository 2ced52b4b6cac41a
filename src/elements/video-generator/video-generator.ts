// <video-generator>: the form as a page sees it first, and the door to the studio, which does the work.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';

import { VoxreelError } from '../../core/errors.js';
import type { ForgetOptions } from '../../core/persistence/storage.js';
import type { VideoDraft } from '../../core/providers/provider.js';
import type { VoiceTool } from '../../core/realtime/tools/define-tool.js';
import type { VideoTask } from '../../core/video/queue/video-queue.js';
import { Announcer } from '../shared/announcer.js';
import { askForModels, type AskedModels } from '../shared/ask-for-models.js';
import { buttons } from '../shared/buttons.styles.js';
import { FocusController } from '../shared/focus-controller.js';
import type { Formats } from '../shared/formats.js';
import { growToFit } from '../shared/grow-to-fit.js';
import { LanguageController } from '../shared/language-controller.js';
import { LazyController } from '../shared/lazy-controller.js';
import { tokens } from '../shared/tokens.styles.js';
import { chipsOf, type Chip } from './composer/chips.js';
import { ComposerController, type ComposerNotice } from './composer/composer-controller.js';
import { composerView, type ComposerContext, type FrameName } from './composer/composer-view.js';
import { loadMakingParts } from './making-parts.js';
import { namesIn } from './names-in.js';
import { OnlineController } from './online-controller.js';
import { loadStudioParts } from './studio-parts.js';
import type { Studio, StudioParts } from './studio.js';
import { videoProperties, type VideoProperties } from './video-properties.js';
import { videoWords, type VideoWords } from './video-words.js';
import { videoGeneratorStyles } from './video-generator.styles.js';

// Lit makes the accessors, so the class has no fields for them to be declared on.
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export interface VideoGenerator extends VideoProperties {}

/**
 * A sheet to write a prompt on, and a gallery of the videos made from it.
 *
 * @tagname video-generator
 * @attr lang - Language of the words; the nearest above by default.
 * @fires {VideoDraftEvent} video-draft - What is written changed, other than by the page setting `draft`.
 * @fires {VideoSubmitEvent} video-submit - Before a draft is sent; `preventDefault()` keeps it from being sent.
 * @fires {VideoProgressEvent} video-progress - A task changed and goes on.
 * @fires {VideoReadyEvent} video-ready - A task succeeded.
 * @fires {VideoErrorEvent} video-error - A draft was not taken, or a task failed, expired, or cannot be confirmed; or `enhance` failed.
 * @fires {VideoNotifyEvent} video-notify - Before a visitor is notified of a video, as they chose; `preventDefault()` leaves it to the page.
 * @fires {VideoTakeAlongEvent} video-take-along - Before a user is asked whether to take along what was made before the login; `preventDefault()` leaves it to the page.
 * @slot empty - What stands where the gallery will be, while there is no video.
 * @csspart sheet - The surface.
 * @csspart composer - The form.
 * @csspart drafts - The drafts side by side.
 * @csspart draft - The title of one.
 * @csspart prompt - The text area.
 * @csspart frame - A tile for the first or last frame.
 * @csspart reference - A tile for a reference.
 * @csspart mentions - The list of references while `@` is typed.
 * @csspart chips - The row of chips.
 * @csspart chip - One chip.
 * @csspart panel - The control a chip opened.
 * @csspart generate - The button.
 * @csspart estimate - The line about time and cost.
 * @csspart notice - A warning about the element.
 * @csspart take-along - The question whether to take along what was made before the login.
 * @csspart gallery - The gallery.
 * @csspart card - One task.
 * @csspart media - A card's picture.
 * @csspart video - A card's player.
 * @csspart transport - A row of controls of our own, under what plays.
 * @csspart viewer - The full view of one result.
 * @csspart compare - Two to four results side by side.
 * @csspart organizer - The dialog for a video's rating, labels and collections.
 * @csspart selection - What can be done with the videos that are selected.
 * @csspart editor - The editor of a clip.
 * @csspart progress - A waiting card's line.
 * @csspart actions - A card's buttons.
 * @csspart notifications - What a visitor chooses about notifications, unfolded.
 * @csspart history - The tools of the history, unfolded.
 * @csspart spending - What videos have cost.
 * @csspart links - What is shared, with `persist="account"`.
 * @csspart deleted - What was deleted recently, with `persist="account"`.
 * @cssprop --voxreel-ink - Text.
 * @cssprop --voxreel-ink-2 - Second text.
 * @cssprop --voxreel-ink-3 - Third text, and the frames of fields.
 * @cssprop --voxreel-paper - Surface.
 * @cssprop --voxreel-paper-2 - Second surface.
 * @cssprop --voxreel-paper-3 - Third surface.
 * @cssprop --voxreel-line - Hairlines.
 * @cssprop --voxreel-accent - What one may do, and what moves.
 * @cssprop --voxreel-on-accent - Text on the accent.
 * @cssprop --voxreel-live - Errors.
 * @cssprop --voxreel-on-live - Text on it.
 * @cssprop --voxreel-warning - What will run out.
 * @cssprop --voxreel-font - Typeface; the page's own by default.
 * @cssprop --voxreel-font-mono - Typeface of code; the system's by default.
 * @cssprop [--voxreel-size=15px] - Size of type.
 * @cssprop [--voxreel-size-large=17px] - Size of the prompt.
 * @cssprop [--voxreel-size-small=13px] - Size of notes and controls.
 * @cssprop [--voxreel-size-tiny=12px] - Size of the smallest notes.
 * @cssprop [--voxreel-radius=14px] - Outer corners.
 * @cssprop [--voxreel-radius-small=9px] - Inner corners.
 * @cssprop [--voxreel-density=1] - Room between things, as a factor: 0.75 is compact, 1.25 comfortable.
 * @cssprop [--voxreel-control=32px] - Height of controls; at least 24px, and 44px where a finger points.
 * @cssprop [--voxreel-motion=160ms] - Length of a transition; none under reduced motion.
 * @cssstate busy - A draft is being sent.
 * @cssstate offline - The browser has no network.
 * @cssstate empty - There is no video.
 */
export class VideoGenerator extends LitElement {
  static override styles = [tokens, buttons, videoGeneratorStyles];

  static override properties = videoProperties;

  readonly #internals = this.attachInternals();
  readonly #language = new LanguageController(this);
  readonly #announcer = new Announcer(this);
  readonly #focus = new FocusController(this);
  readonly #online = new OnlineController(this);
  readonly #composer = new ComposerController(this);
  readonly #studios = new LazyController(this, loadStudioParts);
  #studio: Studio | undefined;
  /** Asked for by a click that came before the studio. */
  #models: AskedModels | undefined;

  constructor() {
    super();
    this.baseUrl = this.model = this.models = this.user = this.name = '';
    this.persist = 'local';
    this.keepResults = false;
  }

  get draft(): VideoDraft {
    return this.#composer.draft;
  }

  set draft(draft: Partial<VideoDraft>) {
    this.#composer.give(draft);
  }

  /**
   * Sends what is written, with `draft` over it; any model may be named, listed or not. Resolves with the task as the service took it, or
   * with undefined when nothing was sent: the draft is incomplete, a listener prevented it, or it was refused (`video-error` tells).
   */
  async generate(draft: Partial<VideoDraft> = {}): Promise<VideoTask | undefined> {
    return (await this.#open())?.generate(draft);
  }

  /** Makes a task again, exactly: the same draft and seed. */
  async retryTask(id: string): Promise<VideoTask | undefined> {
    return (await this.#open())?.retry(id);
  }

  /** A card of a task for another place on the page: live, and in the element's own colors. Each call makes another. */
  cardOf(id: string): HTMLElement {
    const card = document.createElement('div');
    void this.#open().then((studio) => studio?.lend(card, id));
    return card;
  }

  /** The tools by which a conversation makes videos with this element: `<realtime-voice for>` uses them. See `videoTools`. */
  async voiceTools(): Promise<readonly VoiceTool[]> {
    return (await this.#open())?.voiceTools() ?? [];
  }

  /** The prompt takes it. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('#prompt')?.focus(options);
  }

  /** Removes a task at once. */
  async removeTask(id: string): Promise<void> {
    await (await this.#open())?.remove(id);
  }

  /**
   * Deletes everything that is kept of this user and `name` in this browser: tasks, videos, pictures, references and what is written in the form,
   * in every tab. For a sign-out. Resolves once it is gone for good. Rejects with `unsent` while a request waits for its answer, unless `discard` is true.
   */
  async forget(options?: ForgetOptions): Promise<void> {
    const studio = await this.#open();
    if (studio === undefined)
      throw new VoxreelError('not_loaded', 'A part of this page could not be loaded. Try again.', { retryable: true });
    await studio.forget(options);
  }

  /**
   * With `persist="account"`: takes into the account of `user` the finished videos and the references that this browser kept before anybody signed in.
   * Resolves with how many videos were taken.
   */
  async takeAlong(): Promise<number> {
    return (await this.#open())?.takeAlong() ?? 0;
  }

  /** Waits for the words of the language in force, not to show English first. */
  protected override scheduleUpdate(): void | Promise<unknown> {
    const ready = this.hasUpdated ? undefined : this.#language.ready;
    return ready === undefined ? super.scheduleUpdate() : ready.then(() => super.scheduleUpdate());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('model') && this.model !== '') this.#composer.change({ model: this.model });
    const [first] = namesIn(this.models);
    if (this.#composer.draft.model === '' && first !== undefined) this.#composer.change({ model: first });
    this.#studio?.follow();
  }

  protected override render(): TemplateResult {
    const { language, dir } = this.#language;
    return html`<div class="sheet" part="sheet" role="group" lang=${language.tag} dir=${dir ?? nothing} aria-label=${this.#words.region}>
      ${composerView(this.#composerContext())} ${this.#studio?.view() ?? nothing} ${this.#announcer.render()}
    </div>`;
  }

  protected override firstUpdated(): void {
    // In a later task: what it loads does not delay the first frame.
    setTimeout(() => void this.#open());
    if (this.autofocus && document.activeElement === document.body) this.focus();
  }

  protected override updated(): void {
    this.#state('busy', this.#studio?.sending ?? false);
    this.#state('offline', this.#online.offline);
    this.#state('empty', (this.#studio?.tasks.length ?? 0) === 0);
    const area = this.renderRoot.querySelector('textarea');
    if (area === null) return;
    const { prompt } = this.#composer.draft;
    // Firefox forgets what it can undo when a value is set, even to what it was.
    if (area.value !== prompt) area.value = prompt;
    growToFit(area);
  }

  get #words(): VideoWords {
    return videoWords.wordsFor(this.#language.language);
  }

  get #formats(): Formats {
    return this.#language.language.formats;
  }

  #state(name: string, on: boolean): void {
    this.#internals.states[on ? 'add' : 'delete'](name);
  }

  /** Nothing where its code could not be loaded, which is reported; the next call tries again. */
  async #open(): Promise<Studio | undefined> {
    if (!this.hasUpdated) await this.updateComplete;
    const module = await this.#studios.load();
    if (module === undefined) {
      // An answer from before a failure is too old for the next try.
      this.#models = undefined;
      return this.#complain({ param: 'form', text: this.#words.notLoaded });
    }
    if (this.#studio !== undefined) return this.#studio;
    if (this.#models !== undefined) module.takeModels(...this.#models);
    this.#studio = module.createStudio({
      element: this,
      composer: this.#composer,
      language: () => this.#language.language,
      words: () => this.#words,
      formats: () => this.#formats,
      say: (text, urgency) => this.#announcer.say(text, urgency),
      focus: (...selectors) => this.#focus.next(...selectors),
      complain: (notice) => this.#complain(notice),
      closePanel: () => this.#closePanel(),
    });
    this.#studio.follow();
    this.requestUpdate();
    return this.#studio;
  }

  /** What sending needs to know first is on its way beside the code that reads it. */
  #askForModels(): void {
    const { queue, headers, providers } = this;
    // What is made on the device needs no service.
    const isAsked = (this.#studio ?? this.#models ?? queue ?? headers ?? providers) !== undefined;
    if (!isAsked && !this.#composer.draft.model.startsWith('on-device')) this.#models = askForModels(this);
  }

  #composerContext(): ComposerContext {
    const composer = this.#composer;
    const { info, open, notice, draft, settled } = composer;
    const [words, formats] = [this.#words, this.#formats];
    const parts = this.#studio?.parts(settled) ?? noParts;
    return {
      ...parts,
      info,
      open,
      notice,
      words,
      formats,
      draft: { ...settled, prompt: draft.prompt },
      chips: [...chipsOf({ draft: settled, info, words, formats }), ...parts.chips],
      sending: this.#studio?.sending ?? false,
      warnings: [...(notice?.param === 'form' ? [notice.text] : []), ...(this.#online.offline ? [words.offline] : []), ...parts.warnings],
      change: (patch) => composer.change(patch),
      press: (chip) => this.#press(chip),
      toggle: (name) => this.#toggle(name),
      submit: () => {
        this.#askForModels();
        void loadMakingParts().catch(ignored);
        void this.#open().then((studio) => studio?.submit());
      },
      drop: (event, frame) => this.#take(event, event.dataTransfer, frame),
      paste: (event) => this.#take(event, event.clipboardData),
    };
  }

  /** A drop or a paste: what it holds is gone with its event. An address pasted into the prompt stays text. */
  #take(event: Event, transfer: DataTransfer | null, frame?: FrameName): void {
    const files = [...(transfer?.files ?? [])];
    const addresses = event.type === 'paste' ? '' : (transfer?.getData('text/uri-list') ?? '');
    if ((files.length === 0 && addresses === '') || this.#composer.info.limits.images?.max === 0) return;
    event.preventDefault();
    event.stopPropagation();
    void this.#open().then((studio) => studio?.take({ files, addresses }, frame));
  }

  /** Only a field of a provider is its own control. */
  #press({ name, pressed }: Chip): void {
    if (pressed === undefined) this.#toggle(name);
    else this.#composer.changeMetadata({ [name.slice('metadata.'.length)]: !pressed });
  }

  #toggle(name: string): void {
    if (this.#composer.open === name) this.#composer.open = undefined;
    else this.#openPanel(name);
  }

  #openPanel(name: string): void {
    this.#composer.open = name;
    this.#focus.next('#panel input:checked', '#panel :is(input, select, textarea, button)');
  }

  #closePanel(): void {
    const name = this.#composer.open;
    this.#composer.open = undefined;
    if (name !== undefined) this.#focus.next(`[data-opens="${CSS.escape(name)}"]`);
  }

  #complain(notice: ComposerNotice): undefined {
    this.#composer.notice = notice;
    this.#announcer.say(notice.text, 'assertive');
    if (notice.param === 'prompt') this.#focus.next('#prompt');
    else if (notice.param !== 'form') this.#openPanel(notice.param);
  }
}

/** Until the studio is open. */
const noParts: StudioParts = {
  chips: [],
  timeLine: '',
  costLine: '',
  warnings: [],
  drafts: nothing,
  newDraft: nothing,
  references: nothing,
  frameNotes: [],
  panel: nothing,
  preview: () => nothing,
};

/** The load that needs these parts is tried again, and reports its own failure. */
function ignored(): void {}
