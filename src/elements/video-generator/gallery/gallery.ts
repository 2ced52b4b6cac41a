// The gallery as the element holds it: its state, what it shows, and what a change of a task is worth. Loaded when there is something to show.
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';

import { createTimeEstimates } from '../../../core/video/history/estimate.js';
import type { AccountStorage } from '../../../core/account/account-storage.js';
import type { VideoDraft } from '../../../core/providers/provider.js';
import type { TimeEstimate, VideoQueue, VideoTask } from '../../../core/video/queue/video-queue.js';
import type { Formats } from '../../shared/formats.js';
import { checks } from '../../shared/checks.styles.js';
import { fields } from '../../shared/fields.styles.js';
import { progressBar } from '../../shared/progress.styles.js';
import { FocusRestorer } from '../../shared/focus-restorer.js';
import { LazyController } from '../../shared/lazy-controller.js';
import type { Language } from '../../shared/strings.js';
import { Ticker } from '../../shared/ticker.js';
import { cardActions, type CardAction } from './card-actions.js';
import { CardDrag } from './card-drag.js';
import type { ComposerNotice } from '../composer/composer-controller.js';
import type { FrameName } from '../composer/composer-view.js';
import { GalleryController } from './gallery-controller.js';
import type { GalleryContext } from './gallery-context.js';
import { galleryView } from './gallery-view.js';
import { videoGalleryWords, type VideoGalleryWords } from './gallery-words.js';
import { galleryStyles } from './gallery.styles.js';
import type { HistoryTools } from './history-tools.js';
import { createKinship } from './kinship.js';
import { KeptFiles } from './kept-files.js';
import { LentCards } from './lent-cards.js';
import { NextFrames } from './next-frames.js';
import { Notifications, type NotificationsHost } from '../notifications/notifications.js';
import type { Organizer } from './organizer.js';
import { Selection } from './selection.js';
import { PlayingController } from '../stage/playing.js';
import { Stages } from '../stage/stages.js';
import { isBeingMade, newsOf } from './task-news.js';
import type { VideoWords } from '../video-words.js';

export const styles = [fields, checks, progressBar, galleryStyles];

export interface GalleryHost {
  readonly element: NotificationsHost['element'];
  queue(): VideoQueue | undefined;
  /** Of who is signed in. */
  account(): AccountStorage<VideoTask> | undefined;
  tasks(): readonly VideoTask[];
  language(): Language;
  words(): VideoWords;
  formats(): Formats;
  /** What a visitor reads of a video that failed by a mistake of the site. */
  setupOf(id: string): { readonly title: string; readonly hint: string } | undefined;
  say(text: string, urgency?: 'assertive'): void;
  focus(...selectors: readonly string[]): void;
  /** Puts a draft into the form; what is sent next was made from `parentId`. */
  load(draft: VideoDraft, parentId: string): void;
  /** A draft may have a last frame too. */
  takesLastFrame(): boolean;
  /** Puts a frame of this task into the form, and goes there. */
  takeFrame(frame: FrameName, picture: Blob, task: VideoTask): void;
  complain(notice: ComposerNotice): void;
  again(id: string, changes: Partial<VideoDraft>): Promise<unknown>;
}

export interface Gallery {
  view(): TemplateResult | typeof nothing;
  estimate(draft: VideoDraft, providerId?: string): TimeEstimate | undefined;
  /** Tells the page, and those who listen, of a change. */
  tell(task: VideoTask, before: VideoTask | undefined): void;
  /** These tasks are no more. */
  forget(isGone: (id: string) => boolean): void;
  /** Nothing of the tasks and of what was seen stays. */
  clear(): void;
  openHistory(): void;
  /** Something beside the tasks has changed what their cards say. */
  redraw(): void;
  /** From now on `card`, which stands elsewhere, shows the task of this id. */
  lend(card: HTMLElement, id: string): void;
}

export const createGallery = (host: GalleryHost): Gallery => new OpenGallery(host);

class OpenGallery implements Gallery {
  readonly #host: GalleryHost;
  readonly #state: GalleryController;
  readonly #files: KeptFiles;
  readonly #frames: NextFrames;
  readonly #stages: Stages;
  readonly #playing: PlayingController;
  readonly #history;
  readonly #lent: LentCards;
  readonly #kinOf = createKinship();
  readonly #selection: Selection;
  readonly #notifications: Notifications;
  readonly #organizers;
  readonly #estimates = createTimeEstimates();
  #tools: HistoryTools | undefined;
  #organizing: Organizer | undefined;
  /** The same object until words arrive. */
  #words: { readonly of: readonly [VideoWords, VideoGalleryWords]; readonly both: VideoWords & VideoGalleryWords } | undefined;

  constructor(host: GalleryHost) {
    const { element } = host;
    this.#host = host;
    element.addController(new FocusRestorer(element));
    element.addController(new Ticker(element, () => host.tasks().some(isBeingMade)));
    this.#state = new GalleryController(element, (id) => void host.queue()?.remove(id));
    this.#files = new KeptFiles(
      redrawing(element, this.#state),
      () => host.queue()?.results,
      (id, url) => this.#state.markBroken(id, url),
    );
    const [files, state] = [this.#files, this.#state];
    this.#frames = new NextFrames({ files, state, words: () => this.#allWords(), say: this.#say, takeFrame: host.takeFrame });
    this.#stages = new Stages({ ...host, files, state, frames: this.#frames });
    const drag = new CardDrag({
      ...host,
      outputOf: (task) => state.outputOf(task),
      dropped: (result, frame) => void this.#frames.use(result, { frame }),
    });
    element.addController(drag);
    this.#playing = new PlayingController(element, this.#state, this.#files, (screen) => this.#stages.controlsFor(screen));
    this.#history = new LazyController(element, () => import('./history-tools.js'));
    this.#organizers = new LazyController(element, () => import('./organizer.js'));
    this.#selection = new Selection(this.#state);
    this.#notifications = new Notifications({ ...host, show: (id) => this.#showCard(id) });
    this.#lent = new LentCards(element, () => this.#context(), host.language);
  }

  estimate(draft: VideoDraft, providerId?: string): TimeEstimate | undefined {
    return this.#estimates(this.#host.tasks(), { ...draft, providerId });
  }

  readonly openHistory = (open = true): void => {
    this.#state.history = open;
    if (open) void this.#history.load();
  };

  tell(task: VideoTask, before: VideoTask | undefined): void {
    const news = newsOf(task, before, this.#allWords());
    if (news?.sentence !== undefined) this.#host.say(news.sentence, news.urgency);
    if (news === undefined) return;
    this.#host.element.dispatchEvent(news.event);
    const { type } = news.event;
    if (type !== 'video-progress') this.#notifications.tell(task, type === 'video-error' ? news.sentence : undefined);
  }

  redraw(): void {
    this.#state.redraw();
  }

  forget(isGone: (id: string) => boolean): void {
    for (const one of [this.#state, this.#files, this.#stages, this.#selection, this.#notifications]) one.forget(isGone);
  }

  clear(): void {
    this.#stages.close();
    this.#selection.stop();
    this.#organizing?.close();
    this.#notifications.clear();
    this.#state.clear();
    this.forget(() => true);
  }

  view(): TemplateResult | typeof nothing {
    const context = this.#context();
    if (context === undefined) return nothing;
    const organizer = this.#organizer();
    return galleryView(context, {
      history: this.#historyView(context),
      bar: organizer?.barView(context),
      notify: [this.#notifications.button(context.words), this.#notifications.settings()],
      over: html`${this.#stages.view(context)} ${organizer?.view(context) ?? nothing}`,
    });
  }

  lend(card: HTMLElement, id: string): void {
    this.#lent.add(card, id);
  }

  /** Undefined where there is no queue. */
  #context(): GalleryContext | undefined {
    const [state, files, stages, playing] = [this.#state, this.#files, this.#stages, this.#playing];
    const { openHistory } = this;
    const [tasks, queue, formats] = [this.#host.tasks(), this.#host.queue(), this.#host.formats()];
    if (queue === undefined) return undefined;
    return {
      tasks,
      queue,
      state,
      files,
      playing,
      stages,
      formats,
      openHistory,
      selection: this.#selection,
      startSelecting: this.#startSelecting,
      setupOf: this.#host.setupOf,
      act: this.#act,
      focus: this.#host.focus,
      isAccount: this.#host.account() !== undefined,
      words: this.#allWords(),
      now: Date.now(),
      kinOf: (task) => this.#kinOf(tasks, task),
      estimate: ({ model, providerId, draft: { duration, n } }) =>
        this.#estimates(tasks, {
          model,
          providerId,
          duration,
          n,
        }),
    };
  }

  #allWords(): VideoWords & VideoGalleryWords {
    const { words, language } = this.#host;
    const [first, more] = [words(), videoGalleryWords.wordsFor(language())];
    if (this.#words?.of[0] !== first || this.#words.of[1] !== more) this.#words = { of: [first, more], both: { ...first, ...more } };
    return this.#words.both;
  }

  #historyView(context: GalleryContext): TemplateResult | undefined {
    if (!this.#state.history) return undefined;
    const { module } = this.#history;
    this.#tools ??= module && new module.HistoryTools(this.#host);
    return this.#tools?.view(context);
  }

  /** The browser scrolls to what has the focus. */
  #showCard(id: string): void {
    this.#stages.close();
    this.#state.reveal(id, this.#host.tasks());
    this.#host.focus(`[data-id="${CSS.escape(id)}"]`);
  }

  readonly #startSelecting = (): void => {
    this.#selection.start();
    void this.#organizers.load();
    this.#host.focus('.pick', '.bar button');
  };

  /** Opens once its code is here. */
  readonly #organize = (ids: readonly string[]): void =>
    void this.#organizers.load().then(() => {
      const context = this.#context();
      if (context !== undefined) this.#organizer()?.open(ids);
    });

  #organizer(): Organizer | undefined {
    const { module } = this.#organizers;
    this.#organizing ??= module && new module.Organizer(this.#host.element, this.#selection, { say: this.#say, focus: this.#host.focus });
    return this.#organizing;
  }

  readonly #act = (action: CardAction, task: VideoTask): void => {
    const host = this.#host;
    const [state, stages, frames, queue] = [this.#state, this.#stages, this.#frames, host.queue()];
    const playing = this.#playing;
    const { openHistory } = this;
    if (queue === undefined) return;
    const words = this.#allWords();
    void cardActions[action](task, {
      ...host,
      say: this.#say,
      queue,
      state,
      stages,
      frames,
      playing,
      openHistory,
      shared: () => this.#tools?.shared(),
      organize: this.#organize,
      tasks: host.tasks(),
      words,
    });
  };

  readonly #say: GalleryHost['say'] = (text, urgency) => {
    this.#host.say(text, urgency);
    this.#stages.say(text);
  };
}

/** The element, for what is shown in its cards. */
const redrawing = (element: ReactiveControllerHost, state: GalleryController): ReactiveControllerHost => ({
  addController: (controller) => element.addController(controller),
  removeController: (controller) => element.removeController(controller),
  requestUpdate: () => state.redraw(),
  get updateComplete() {
    return element.updateComplete;
  },
});
