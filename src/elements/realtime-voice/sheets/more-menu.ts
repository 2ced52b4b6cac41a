// The menu behind "More": copy, save and open the conversation, and what else there is to see of it. Loaded when first opened.
import { html, nothing, type TemplateResult } from 'lit';

import type { ExportFormat } from '../../../core/realtime/history/export-conversation.js';
import type { RealtimeSession } from '../../../core/realtime/session/realtime-session.js';
import { fillCount } from '../../shared/strings.js';
import { inspectorWords } from './inspector-words.js';
import { take, type OpenedFile } from './open-file.js';
import type { Recording } from './recording.js';
import type { RecordingPlayer } from './recording-player.js';
import { saveBlob, saveConversation } from './save-file.js';
import { sheetWords, type SheetWords } from './sheet-words.js';
import { isOffered, type Offering } from '../controls.js';
import { sheetStyles } from './sheet.styles.js';
import type { Sheet, SheetHost, SheetName } from './sheet.js';
import { voiceWords } from '../voice-words.js';

/** How long an item says what became of it before the menu closes. */
const saidMs = 1200;

type Action = 'copy' | 'audio' | 'open' | 'float';

export interface MenuSubject {
  /** What is saved: it changes with the conversation. */
  readonly conversation: { readonly session: Pick<RealtimeSession, 'export' | 'exportAudio' | 'phase' | 'store'> | undefined };
  readonly player: RecordingPlayer;
  /** What the page has switched on. */
  readonly offered: Offering & { readonly record: boolean };
  readonly call: { readonly up: boolean };
  /** A small window above everything else, where the browser has one. */
  readonly floating: { open(): Promise<void> } | undefined;
  /** Conversations that visitors can return to, where any are kept. */
  readonly list: { readonly isKept: boolean };
  open(name: SheetName): void;
  /** Closes, the focus having gone elsewhere. */
  leave(): void;
}

export const createMoreMenu = (host: SheetHost, subject: MenuSubject): Sheet => new MoreMenu(host, subject);

class MoreMenu implements Sheet {
  readonly styles = sheetStyles;
  readonly #host: SheetHost;
  readonly #subject: MenuSubject;
  /** What became of an action, in place of its name. */
  #said: { readonly action: Action; readonly text: string } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: SheetHost, subject: MenuSubject) {
    this.#host = host;
    this.#subject = subject;
  }

  render(): TemplateResult {
    const { leave: goAway } = this.#subject;
    const { more } = voiceWords.wordsFor(this.#host.language);
    return html`<div
      class="menu"
      role="menu"
      aria-label=${more}
      @keydown=${moveFocus}
      @focusout=${(event: FocusEvent) => leave(event, goAway)}
    >
      ${this.#saveItems()} ${this.#openItem()} ${this.#sheetItems()}
    </div>`;
  }

  #saveItems(): TemplateResult {
    const { conversation, offered } = this.#subject;
    const words = this.#words;
    const empty = conversation.session?.store.get().firstId === undefined;
    const idle = (conversation.session?.phase ?? 'idle') === 'idle';
    return html`${item(this.#label('copy', words.copyTranscript), () => void this.#copy(), { first: true, off: empty })}
    ${item(words.saveMarkdown, () => this.#save('markdown'), { off: empty })}
    ${item(words.saveJson, () => this.#save('json'), { off: empty })}
    ${item(words.saveLog, () => this.#save('jsonl'), { off: empty && idle })}
    ${offered.record ? item(this.#label('audio', words.saveAudio), () => void this.#saveAudio(), { off: empty }) : nothing}
    ${offered.record ? item(words.saveVideo, () => this.#subject.open('film'), { off: empty }) : nothing}
    ${empty ? html`<p class="note" role="presentation">${words.nothingToSave}</p>` : nothing}`;
  }

  #openItem(): TemplateResult {
    const words = this.#words;
    const { busy } = this.#subject.player;
    return html`${item(this.#label('open', words.openConversation), ({ currentTarget }) => askForFile(currentTarget), { off: busy })}
      ${busy ? html`<p class="note" role="presentation">${words.hangUpFirst}</p>` : nothing}
      <input
        type="file"
        hidden
        accept=".jsonl,.json,.ndjson"
        aria-label=${words.openConversation}
        @change=${(event: Event) => take(event, (file) => void this.#open(file))}
      />`;
  }

  #sheetItems(): TemplateResult {
    const { offered, list, open, floating, call } = this.#subject;
    const { conversations, gauges, inspector, pictureInPicture } = this.#words;
    const { settings } = voiceWords.wordsFor(this.#host.language);
    const names = { gauges, settings, inspector };
    const sheets = (['gauges', 'settings', 'inspector'] as const).filter((name) => isOffered(offered, name));
    const floats = floating !== undefined && isOffered(offered, 'picture-in-picture');
    const items = [
      ...(floats ? [item(this.#label('float', pictureInPicture), () => void this.#float(floating), { off: !call.up })] : []),
      ...(list.isKept ? [item(conversations, () => open('conversations'), {})] : []),
      ...sheets.map((name) => item(names[name], () => open(name), {})),
    ];
    return html`${items.length > 0 ? html`<hr role="separator" />` : nothing} ${items}`;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  get #words(): SheetWords {
    return sheetWords.wordsFor(this.#host.language);
  }

  #label(action: Action, text: string): string {
    return this.#said?.action === action ? this.#said.text : text;
  }

  #say(action: Action, text: string): void {
    this.#said = { action, text };
    this.#host.say(text);
    this.#host.requestUpdate();
  }

  get #session(): MenuSubject['conversation']['session'] {
    return this.#subject.conversation.session;
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#session?.export('markdown') ?? '');
      this.#say('copy', this.#words.copied);
      this.#timer = setTimeout(() => this.#host.close(), saidMs);
    } catch {
      this.#say('copy', this.#words.copyFailed);
    }
  }

  async #float(floating: NonNullable<MenuSubject['floating']>): Promise<void> {
    try {
      await floating.open();
      this.#host.close();
    } catch {
      this.#say('float', this.#words.pictureInPictureRefused);
    }
  }

  #save(format: ExportFormat): void {
    this.#host.close();
    saveConversation(this.#session, format);
    this.#host.say(this.#words.saved);
  }

  async #saveAudio(): Promise<void> {
    try {
      saveBlob((await this.#session?.exportAudio()) ?? new Blob(), 'wav');
      this.#host.close();
      this.#host.say(this.#words.saved);
    } catch {
      this.#say('audio', this.#words.audioNone);
    }
  }

  async #open(file: OpenedFile): Promise<void> {
    const { language, close } = this.#host;
    try {
      const { readRecording } = await import('./recording.js');
      const recording = await readRecording(file.name, await file.text());
      const { length } = recording.unread;
      const { unread } = inspectorWords.wordsFor(language);
      close();
      const remark = length > 0 ? fillCount(unread, length, language.formats, linesOf(recording)) : undefined;
      this.#subject.player.play(recording, 'instant', remark);
    } catch {
      this.#say('open', this.#words.notConversation);
    }
  }
}

const linesOf = ({ unread }: Recording) => ({
  lines: unread
    .slice(0, 20)
    .map(({ line }) => line)
    .join(', '),
});

const item = (
  label: string,
  act: (event: Event) => void,
  { first = false, off = false }: { first?: boolean; off?: boolean },
): TemplateResult =>
  html`<button
    type="button"
    role="menuitem"
    tabindex="-1"
    ?data-first=${first}
    aria-disabled=${off ? 'true' : nothing}
    @click=${(event: Event) => !off && act(event)}
  >
    ${label}
  </button>`;

function askForFile(button: EventTarget | null): void {
  if (button instanceof Element) button.parentElement?.querySelector<HTMLInputElement>('input[type=file]')?.click();
}

function leave(event: FocusEvent, close: () => void): void {
  const { currentTarget, relatedTarget } = event;
  if (!(currentTarget instanceof Element) || !(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return;
  // The button that opened it closes it by its own click.
  if (!relatedTarget.matches('[data-sheet]')) close();
}

function moveFocus(event: KeyboardEvent): void {
  const { currentTarget, target } = event;
  if (!(currentTarget instanceof Element) || !(target instanceof HTMLElement)) return;
  const items = [...currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.indexOf(target);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key] ?? named(items, at, event);
  if (next === undefined) return;
  event.preventDefault();
  items[next % items.length]?.focus();
}

/** The next item that begins with the letter that was typed. */
function named(items: readonly HTMLElement[], at: number, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): number | undefined {
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
  const order = items.map((_, place) => (at + 1 + place) % items.length);
  return order.find((place) => items[place]?.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}
