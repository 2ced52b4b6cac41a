// The gallery as the element holds it: its state, what it shows, and what a change of a task is worth. Loaded when there is something to show.
import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';

import { createTimeEstimates } from '../../../core/video/history/estimate.js';
import type { VideoDraft } from '../../../core/providers/provider.js';
import type { TimeEstimate, VideoQueue, VideoTask } from '../../../core/video/queue/video-queue.js';
import type { Formats } from '../../shared/formats.js';
import { fields } from '../../shared/fields.styles.js';
import { FocusKeeper } from '../../shared/focus-keeper.js';
import { LazyController } from '../../shared/lazy-controller.js';
import type { Language } from '../../shared/strings.js';
import { Ticker } from '../../shared/ticker.js';
import { cardActions, type CardAction } from './card-actions.js';
import type { ComposerNotice } from '../composer/composer-controller.js';
import { GalleryController } from './gallery-controller.js';
import { galleryView, type GalleryContext } from './gallery-view.js';
import { videoGalleryWords, type VideoGalleryWords } from './gallery-words.js';
import { galleryStyles } from './gallery.styles.js';
import type { HistoryTools } from './history-tools.js';
import { KeptFiles } from './kept-files.js';
import { PlayingController } from '../stage/playing.js';
import { Stages } from '../stage/stages.js';
import { isWaiting, newsOf } from './task-news.js';
import type { VideoWords } from '../video-words.js';

export const styles = [fields, galleryStyles];

export interface GalleryHost {
  readonly element: ReactiveControllerHost & HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment };
  queue(): VideoQueue | undefined;
  tasks(): readonly VideoTask[];
  language(): Language;
  words(): VideoWords;
  formats(): Formats;
  say(text: string, urgency?: 'assertive'): void;
  focus(...selectors: readonly string[]): void;
  /** Puts a draft into the form; what is sent next was made from `parentId`. */
  load(draft: VideoDraft, parentId: string): void;
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
  /** Of the tasks and what was looked at nothing stays. */
  clear(): void;
  openHistory(): void;
}

export function createGallery(host: GalleryHost): Gallery {
  const { element } = host;
  element.addController(new FocusKeeper(element));
  const estimates = createTimeEstimates();
  const state = new GalleryController(element, (id) => void host.queue()?.remove(id));
  element.addController(new Ticker(element, () => host.tasks().some(isWaiting)));
  const files = new KeptFiles(redrawing(element, state), () => host.queue()?.results);
  const stages = new Stages({ ...host, files, state });
  const playing = new PlayingController(element, state, files, (screen) => stages.controlsFor(screen));
  const history = new LazyController(element, () => import('./history-tools.js'));
  let known: readonly object[] = [];
  let both: VideoWords & VideoGalleryWords;
  /** The same object until words arrive. */
  const words = () => {
    const [first, more] = [host.words(), videoGalleryWords.wordsFor(host.language())];
    if (known[0] !== first || known[1] !== more) [known, both] = [[first, more], { ...first, ...more }];
    return both;
  };
  let tools: HistoryTools | undefined;
  const openHistory = (open = true) => {
    state.history = open;
    if (open) void history.load();
  };
  const historyView = (context: GalleryContext) => {
    if (state.history) tools ??= history.module && new history.module.HistoryTools(host);
    return state.history ? tools?.view(context) : undefined;
  };
  const say: GalleryHost['say'] = (text, urgency) => {
    host.say(text, urgency);
    stages.say(text);
  };
  const act = (action: CardAction, task: VideoTask) => {
    const queue = host.queue();
    if (queue !== undefined)
      void cardActions[action](task, { ...host, say, queue, state, stages, openHistory, tasks: host.tasks(), words: words() });
  };
  const forget = (isGone: (id: string) => boolean) => {
    for (const one of [state, files, stages]) one.forget(isGone);
  };
  return {
    estimate: (draft, providerId) => estimates(host.tasks(), { ...draft, providerId }),
    openHistory,
    tell(task, before) {
      const news = newsOf(task, before, words());
      if (news?.sentence !== undefined) host.say(news.sentence, news.urgency);
      if (news !== undefined) element.dispatchEvent(news.event);
    },
    forget,
    clear() {
      stages.close();
      state.clear();
      forget(() => true);
    },
    view() {
      const [tasks, queue, formats] = [host.tasks(), host.queue(), host.formats()];
      if (queue === undefined) return nothing;
      const context: GalleryContext = {
        tasks,
        queue,
        state,
        files,
        playing,
        stages,
        formats,
        act,
        openHistory,
        focus: host.focus,
        words: words(),
        now: Date.now(),
        estimate: ({ model, providerId, draft: { duration, n } }) => estimates(tasks, { model, providerId, duration, n }),
      };
      return galleryView(context, historyView(context));
    },
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
