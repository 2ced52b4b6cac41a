// The list of kept conversations: find one, go on with it, begin another, rename, share, delete, save all and open what was saved; and of an account its
// room, links and bin. Loaded when first opened.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import type { AccountStorage } from '../../../core/account/account-storage.js';
import { isVoxreelError } from '../../../core/errors.js';
import type { ConversationSummary } from '../../../core/realtime/history/conversation-summary.js';
import { reportError } from '../../../core/emitter.js';
import type { AccountRoom } from '../../shared/account/account-room.js';
import { accountWords } from '../../shared/account/account-words.js';
import { shareLink } from '../../shared/account/share-link.js';
import { editIcon, removeIcon, shareIcon } from '../../shared/icons.js';
import { repeat } from '../../shared/repeat.js';
import { fill, fillCount } from '../../shared/strings.js';
import type { ConversationList } from '../conversation-list.js';
import { voiceWords } from '../voice-words.js';
import { conversationsStyles } from './conversations-sheet.styles.js';
import { listWords, type ConversationListWords } from './list-words.js';
import { openButton, type OpenedFile } from './open-file.js';
import { saveBlob } from './save-file.js';
import { sheetFrame } from './sheet-frame.js';
import type { Sheet, SheetHost } from './sheet.js';

/** Milliseconds after the last letter. */
const searchAfterMs = 200;

export const createConversationsSheet = (host: SheetHost, list: ConversationList): Sheet => new ConversationsSheet(host, list);

class ConversationsSheet implements Sheet {
  readonly styles = conversationsStyles;
  readonly #host: SheetHost;
  readonly #list: ConversationList;
  /** Undefined until they are read. */
  #found: readonly ConversationSummary[] | undefined;
  #search = '';
  /** The one whose row asks for something. */
  #asks: { readonly id: string; readonly what: 'title' | 'removal' } | undefined;
  #remark: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** Of the account of the list. */
  #room: AccountRoom | undefined;

  constructor(host: SheetHost, list: ConversationList) {
    this.#host = host;
    this.#list = list;
    void this.#do(async () => {});
    const { account } = list;
    if (account !== undefined) void this.#openRoom(account).catch(reportError);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  render(): TemplateResult {
    const words = this.#words;
    const { close } = this.#host;
    const body = html`<div class="kept">
      <div class="find">
        <input
          class="input"
          type="search"
          aria-label=${words.search}
          placeholder=${words.search}
          .value=${live(this.#search)}
          @input=${(event: InputEvent) => this.#typed(event)}
        />
        <button type="button" class="button primary" @click=${() => void this.#begin()}>${words.begin}</button>
      </div>
      ${this.#remark === undefined ? nothing : html`<p class="remark">${this.#remark}</p>`} ${this.#rows(words)}
      <div class="files">
        <button
          type="button"
          class="button"
          ?disabled=${this.#found?.length === 0 && this.#search === ''}
          @click=${() => void this.#saveAll()}
        >
          ${words.saveAll}
        </button>
        ${openButton(words.openAll, '.json', (file) => void this.#openAll(file))}
      </div>
      ${this.#room?.view(this.#found?.length ?? 0, this.#host.language.formats) ?? nothing}
    </div>`;
    return sheetFrame(words.conversations, voiceWords.wordsFor(this.#host.language).close, close, body);
  }

  get #words(): ConversationListWords {
    return listWords.wordsFor(this.#host.language);
  }

  #rows(words: ConversationListWords): unknown {
    const found = this.#found;
    if (found === undefined) return nothing;
    if (found.length === 0) return html`<p class="nobody">${this.#search === '' ? words.none : words.notFound}</p>`;
    return html`<ul class="rows">
      ${repeat(
        found,
        ({ id }) => id,
        (one) => html`<li class="row">${this.#row(one, words)}</li>`,
      )}
    </ul>`;
  }

  #row(one: ConversationSummary, words: ConversationListWords): unknown {
    const asked = this.#asks?.id === one.id ? this.#asks.what : undefined;
    if (asked === 'title') return this.#titleForm(one, words);
    if (asked === 'removal') return this.#removalQuestion(one, words);
    const title = one.title === '' ? words.untitled : one.title;
    const isCurrent = one.id === this.#list.current;
    return html`<button type="button" class="opens" aria-current=${isCurrent ? 'true' : nothing} @click=${() => void this.#open(one.id)}>
        <span class="title" dir="auto">${title}</span>
        <span class="about">${this.#about(one, words)}${isCurrent ? html` · ${words.current}` : nothing}</span>
      </button>
      ${this.#list.account === undefined ? nothing : iconButton(fill(accountWords.wordsFor(this.#host.language).share, { title }), shareIcon, () => void this.#share(one))}
      ${iconButton(fill(words.rename, { title }), editIcon, () => this.#ask(one.id, 'title'))}
      ${iconButton(fill(words.remove, { title }), removeIcon, () => this.#ask(one.id, 'removal'))}`;
  }

  #about({ changedAt, durationMs, messages }: ConversationSummary, words: ConversationListWords): string {
    const { formats } = this.#host.language;
    const when = formats.relative(changedAt, Date.now());
    if (durationMs === undefined) return fillCount(words.said, messages, formats, { when });
    return fillCount(words.lasted, messages, formats, { when, time: formats.clock(durationMs) });
  }

  #titleForm({ id, title }: ConversationSummary, words: ConversationListWords): TemplateResult {
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      const field = event.currentTarget instanceof HTMLFormElement ? event.currentTarget.elements.namedItem('title') : undefined;
      if (field instanceof HTMLInputElement) void this.#rename(id, field.value);
    };
    return html`<form class="ask" @submit=${submit} @keydown=${(event: KeyboardEvent) => this.#escaped(event)}>
      <input class="input" name="title" maxlength="200" dir="auto" data-asked aria-label=${words.title} .defaultValue=${title} />
      <button class="button primary">${words.save}</button>
      <button type="button" class="button" @click=${() => this.#ask(undefined)}>${words.cancel}</button>
    </form>`;
  }

  #removalQuestion({ id }: ConversationSummary, words: ConversationListWords): TemplateResult {
    const days = this.#room?.days;
    const { language } = this.#host;
    const restorable = days === undefined ? '' : fillCount(accountWords.wordsFor(language).deletedNote, days, language.formats);
    const sure = days === undefined ? words.removeSure : `${words.removeEverywhere} ${restorable}`;
    return html`<div class="ask" role="group" aria-label=${sure} @keydown=${(event: KeyboardEvent) => this.#escaped(event)}>
      <span class="sure">${sure}</span>
      <button type="button" class="button primary" @click=${() => void this.#remove(id)}>${words.removeYes}</button>
      <button type="button" class="button" data-asked @click=${() => this.#ask(undefined)}>${words.removeNo}</button>
    </div>`;
  }

  async #openRoom(account: AccountStorage): Promise<void> {
    const { AccountRoom: Room } = await import('../../shared/account/account-room.js');
    const { requestUpdate, focus } = this.#host;
    this.#room = new Room(
      {
        element: { requestUpdate },
        language: () => this.#host.language,
        run: async (action) => {
          await this.#do(async () => {
            const text = await action();
            if (text !== undefined) this.#note(text);
          });
        },
        focus,
      },
      account,
    );
    requestUpdate();
  }

  async #share({ id, title }: ConversationSummary): Promise<void> {
    const { account, kept } = this.#list;
    if (account === undefined) return;
    const options = async () => ({ title, transcript: await kept.lines(id) });
    const { text } = await shareLink({ account, key: `conversation:${id}`, language: this.#host.language, options });
    this.#note(text);
    this.#host.requestUpdate();
    this.#room?.shared();
  }

  #ask(id: string | undefined, what: 'title' | 'removal' = 'title'): void {
    const before = this.#asks?.id;
    this.#asks = id === undefined ? undefined : { id, what };
    this.#remark = undefined;
    this.#host.requestUpdate();
    this.#host.focus(id === undefined ? `.row:nth-child(${this.#placeOf(before) + 1}) .opens` : '[data-asked]');
  }

  #placeOf(id: string | undefined): number {
    return Math.max(0, this.#found?.findIndex((one) => one.id === id) ?? 0);
  }

  /** Only what the row asks is put away: the sheet stays. */
  #escaped(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.#ask(undefined);
  }

  #typed({ target }: InputEvent): void {
    if (!(target instanceof HTMLInputElement)) return;
    this.#search = target.value;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#do(async () => {}), searchAfterMs);
  }

  async #begin(): Promise<void> {
    await this.#do(() => this.#list.begin());
    this.#host.close();
  }

  async #open(id: string): Promise<void> {
    if (await this.#do(() => this.#list.open(id))) this.#host.close();
  }

  async #rename(id: string, title: string): Promise<void> {
    if (await this.#do(() => this.#list.kept.rename(id, title))) this.#done(id, this.#words.renamed);
  }

  async #remove(id: string): Promise<void> {
    if (await this.#do(() => this.#list.remove(id))) this.#done(undefined, this.#words.removed);
  }

  /** `id`: whose row takes the focus; else the field that searches. */
  #done(id: string | undefined, said: string): void {
    this.#asks = undefined;
    this.#host.say(said);
    this.#host.requestUpdate();
    this.#host.focus(id === undefined ? '.find .input' : `.row:nth-child(${this.#placeOf(id) + 1}) .opens`);
  }

  #saveAll(): Promise<boolean> {
    return this.#do(async () => {
      saveBlob(new Blob([await this.#list.kept.export()], { type: 'application/json' }), 'json');
    });
  }

  #openAll(file: OpenedFile): Promise<boolean> {
    return this.#do(async () => {
      const { added } = await this.#list.kept.import(await file.text());
      const { language } = this.#host;
      this.#note(fillCount(this.#words.added, added, language.formats));
    });
  }

  /** Does it and reads the list again; true when it was done. */
  async #do(work: () => Promise<void>): Promise<boolean> {
    const search = this.#search;
    this.#remark = undefined;
    let isDone = true;
    try {
      await work();
    } catch (cause) {
      isDone = false;
      this.#note(this.#wordsOf(cause));
    }
    const found = await this.#list.all(search).catch(() => undefined);
    if (this.#closed || search !== this.#search) return isDone;
    this.#found = found ?? this.#found ?? [];
    if (found === undefined) this.#note(this.#words.failed);
    this.#host.requestUpdate();
    return isDone;
  }

  #note(text: string): void {
    this.#remark = text;
    this.#host.say(text);
  }

  #wordsOf(cause: unknown): string {
    const code = isVoxreelError(cause) ? cause.code : undefined;
    if (code === 'conversation_open') return this.#words.openElsewhere;
    return code === 'invalid_input' ? this.#words.unreadable : this.#words.failed;
  }
}

const iconButton = (label: string, icon: unknown, act: () => void): TemplateResult =>
  html`<button type="button" class="button quiet round" aria-label=${label} title=${label} @click=${act}>${icon}</button>`;
