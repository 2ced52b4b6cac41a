// The tools for the history: what is kept and how to free it, export, import, clear. Loaded when unfolded.
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';

import { toVoxreelError } from '../../../core/errors.js';
import type { AccountStorage } from '../../../core/account/account-storage.js';
import type { ImportedHistory, VideoResults, VideoTask } from '../../../core/video/queue/video-queue.js';
import { errorText } from '../../shared/error-text.js';
import type { Formats } from '../../shared/formats.js';
import { LazyController } from '../../shared/lazy-controller.js';
import { fillCount, type Language } from '../../shared/strings.js';
import type { AccountRoom } from '../../shared/account/account-room.js';
import { plainButton, question } from '../../shared/account/question.js';
import { toolStyles } from '../../shared/account/tools.styles.js';
import { fileButton } from '../composer/file-button.styles.js';
import type { GalleryContext } from './gallery-context.js';
import { videoHistoryWords, type VideoHistoryWords } from './history-words.js';
import { historyStyles } from './history.styles.js';
import { saveAs } from './save-as.js';
import { SpendingView } from './spending-view.js';

export const styles = [fileButton, toolStyles, historyStyles];

export interface HistoryHost {
  readonly element: ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment };
  /** Of who is signed in. */
  account(): AccountStorage<VideoTask> | undefined;
  language(): Language;
  say(text: string, urgency?: 'assertive'): void;
  focus(...selectors: readonly string[]): void;
}

type Usage = Awaited<ReturnType<VideoResults['usage']>>;
/** What is done at the second press alone. */
type Question = 'clear' | 'drop';
type Context = Pick<GalleryContext, 'tasks' | 'queue' | 'formats'>;

export class HistoryTools {
  readonly #host: HistoryHost;
  readonly #spending: SpendingView;
  readonly #rooms;
  #room: { readonly of: AccountStorage<VideoTask>; readonly room: AccountRoom } | undefined;
  #usage: Usage | undefined;
  #usageOf: Context['tasks'] | undefined;
  #asked: Question | undefined;
  #told: { readonly text: string; readonly trouble: boolean } | undefined;

  constructor(host: HistoryHost) {
    this.#host = host;
    this.#spending = new SpendingView(host.element);
    this.#rooms = new LazyController(host.element, () => import('../../shared/account/account-room.js'));
  }

  /** There may be a link more. */
  shared(): void {
    this.#room?.room.shared();
  }

  view(context: Context): TemplateResult {
    const { tasks, queue, formats } = context;
    const words = videoHistoryWords.wordsFor(this.#host.language());
    if (tasks !== this.#usageOf) void this.#measure(context);
    const told = this.#told;
    return html`${this.#storageView(words, context)} ${this.#accountRoom()?.view(tasks.length, formats) ?? nothing}
      ${this.#spending.view({ tasks, words, formats, tag: this.#host.language().tag })}
      <div class="tools">
        <p class="note tabular">
          ${fillCount(words.count, tasks.length, formats)}
          ${queue.setAside === 0 ? nothing : fillCount(words.setAside, queue.setAside, formats)}
          ${queue.persistent ? nothing : html`<span class="warn">${words.memoryOnly}</span>`}
        </p>
        <span class="ways">
          ${tasks.length === 0 ? nothing : plainButton(words.export, () => this.#export(context))}
          <label class="button file">
            <span>${words.import}</span>
            <input
              type="file"
              accept="application/json,.json"
              aria-label=${words.import}
              @change=${(event: Event) => this.#import(event, context)}
            />
          </label>
          ${tasks.length === 0 ? nothing : plainButton(words.clear, () => this.#ask('clear'))}
        </span>
      </div>
      ${this.#asked === undefined ? nothing : this.#questionView(this.#asked, words, context)}
      ${told === undefined ? nothing : html`<p class=${told.trouble ? 'note bad' : 'note'}>${told.text}</p>`}`;
  }

  #accountRoom(): AccountRoom | undefined {
    const account = this.#host.account();
    if (account === undefined) return undefined;
    if (this.#room?.of === account) return this.#room.room;
    const { module } = this.#rooms;
    if (module === undefined) return void this.#rooms.load();
    const { element, language, focus } = this.#host;
    const words = () => videoHistoryWords.wordsFor(language());
    const room = new module.AccountRoom({ element, language, focus, run: (action) => this.#do(words(), action) }, account);
    this.#room = { of: account, room };
    return room;
  }

  #storageView(words: VideoHistoryWords, { formats }: Context): TemplateResult | typeof nothing {
    const usage = this.#usage;
    if (usage === undefined || (usage.files === 0 && usage.bytes === 0)) return nothing;
    const values = { size: formats.bytes(usage.bytes), limit: formats.bytes(usage.maxBytes) };
    const full = usage.bytes > usage.maxBytes * 0.9;
    return html`<div class="tools">
      <p class=${full ? 'note tabular warn' : 'note tabular'}>${fillCount(words.kept, usage.files, formats, values)}</p>
      <meter aria-label=${words.room} min="0" max=${usage.maxBytes} value=${usage.bytes}></meter>
      <span class="ways">${plainButton(words.drop, () => this.#ask('drop'))}</span>
    </div>`;
  }

  #questionView(asked: Question, words: VideoHistoryWords, context: Context): TemplateResult {
    const days = this.#accountRoom()?.days;
    const clearAsk = days === undefined ? words.clearAsk : fillCount(words.clearRestorable, days, context.formats);
    const [text, yes] = asked === 'clear' ? [clearAsk, words.clearYes] : [words.dropAsk, words.dropYes];
    const answer = (isYes: boolean) => (isYes ? this.#answer(asked, context) : this.#ask(undefined));
    return question({ text, yes, no: words.no, answer });
  }

  #ask(question: Question | undefined): void {
    this.#asked = question;
    this.#told = undefined;
    // The safe answer is under the finger.
    this.#host.focus(question === undefined ? '#history button' : '#history .question .button:last-child');
  }

  async #answer(asked: Question, { queue, formats }: Context): Promise<void> {
    const words = videoHistoryWords.wordsFor(this.#host.language());
    this.#ask(undefined);
    await this.#do(words, async () => {
      if (asked === 'drop') await queue.results.clear();
      else return fillCount(words.cleared, await queue.clear(), formats);
      this.#usageOf = undefined;
      return words.dropped;
    });
  }

  async #export({ queue }: Context): Promise<void> {
    await this.#do(videoHistoryWords.wordsFor(this.#host.language()), async () => {
      const history = await queue.export();
      const day = new Date(history.exportedAt).toISOString().slice(0, 10);
      saveAs(`videos-${day}.json`, new Blob([JSON.stringify(history)], { type: 'application/json' }));
      return undefined;
    });
  }

  async #import(event: Event, { queue, formats }: Context): Promise<void> {
    const input = event.target instanceof HTMLInputElement ? event.target : undefined;
    const file = input?.files?.[0];
    if (input === undefined || file === undefined) return;
    const words = videoHistoryWords.wordsFor(this.#host.language());
    await this.#do(words, async () => importedText(await queue.import(await file.text()), words, formats));
    // The same file may be chosen again.
    input.value = '';
  }

  async #do(words: VideoHistoryWords, action: () => Promise<string | undefined>): Promise<void> {
    try {
      const text = await action();
      this.#tell(text, false);
    } catch (cause) {
      const { code, message } = toVoxreelError(cause, 'storage_unavailable');
      this.#tell(code === 'invalid_input' ? `${words.importWrong} ${message}` : (errorText(words.errors, code) ?? message), true);
    }
  }

  #tell(text: string | undefined, trouble: boolean): void {
    this.#told = text === undefined ? undefined : { text, trouble };
    if (text !== undefined) this.#host.say(text, trouble ? 'assertive' : undefined);
    this.#host.element.requestUpdate();
  }

  async #measure({ tasks, queue }: Context): Promise<void> {
    this.#usageOf = tasks;
    const usage = await queue.results.usage().catch(() => undefined);
    if (this.#usageOf !== tasks) return;
    this.#usage = usage;
    this.#host.element.requestUpdate();
  }
}

function importedText({ added, skipped }: ImportedHistory, words: VideoHistoryWords, formats: Formats): string {
  const reasons = { exists: words.skippedExists, invalid: words.skippedInvalid, newer: words.skippedNewer };
  const parts = skipped.filter(({ count }) => count > 0).map(({ reason, count }) => fillCount(reasons[reason], count, formats));
  return [fillCount(words.imported, added, formats), ...parts].join(' ');
}
