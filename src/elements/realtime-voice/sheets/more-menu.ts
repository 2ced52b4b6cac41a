// The menu behind "More": copy, save and open the conversation, and what else there is to see of it. Loaded when first opened.
import { html, nothing, type TemplateResult } from 'lit';

import type { ExportFormat } from '../../../core/realtime/history/export-conversation.js';
import { languageOf } from '../../shared/language-controller.js';
import { fillCount } from '../../shared/strings.js';
import { inspectorWords } from './inspector-words.js';
import { take, type OpenedFile } from './open-file.js';
import type { Recording } from './recording.js';
import { saveBlob, saveConversation } from './save-file.js';
import { sheetWords, type SheetWords } from './sheet-words.js';
import { sheetStyles } from './sheet.styles.js';
import type { Sheet, SheetContext } from './sheets.js';

/** How long an item says what became of it before the menu closes. */
const saidMs = 1200;

type Action = 'copy' | 'audio' | 'open';

export const createMoreMenu = (context: SheetContext): Sheet => new MoreMenu(context);

class MoreMenu implements Sheet {
  readonly styles = sheetStyles;
  readonly #context: SheetContext;
  /** What became of an action, in place of its name. */
  #said: { readonly action: Action; readonly text: string } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  render(): TemplateResult {
    const { element, conversation, open, words, leave: goAway } = this.#context;
    const now = this.#words;
    const empty = !conversation.hasLines;
    const busy = conversation.up && conversation.recording === undefined;
    const leaveTo = (event: FocusEvent) => leave(event, goAway);
    return html`<div class="menu" role="menu" aria-label=${words().more} @keydown=${moveFocus} @focusout=${leaveTo}>
      ${item(this.#label('copy', now.copyTranscript), () => void this.#copy(), { first: true, off: empty })}
      ${item(now.saveMarkdown, () => this.#save('markdown'), { off: empty })}
      ${item(now.saveJson, () => this.#save('json'), { off: empty })}
      ${item(now.saveLog, () => this.#save('jsonl'), { off: empty && conversation.control.phase === 'idle' })}
      ${element.record ? item(this.#label('audio', now.saveAudio), () => void this.#saveAudio(), { off: empty }) : nothing}
      ${empty ? html`<p class="note" role="presentation">${now.nothingToSave}</p>` : nothing}
      ${item(this.#label('open', now.openConversation), ({ currentTarget }) => askForFile(currentTarget), { off: busy })}
      ${busy ? html`<p class="note" role="presentation">${now.hangUpFirst}</p>` : nothing}
      <input
        type="file"
        hidden
        accept=".jsonl,.json,.ndjson"
        aria-label=${now.openConversation}
        @change=${(event: Event) => take(event, (file) => void this.#open(file))}
      />
      <hr role="separator" />
      ${item(now.gauges, () => open('gauges'), {})} ${item(words().settings, () => open('settings'), {})}
      ${element.inspector ? item(now.inspector, () => open('inspector'), {}) : nothing}
    </div>`;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  get #words(): SheetWords {
    return sheetWords.wordsFor(languageOf(this.#context.element));
  }

  #label(action: Action, text: string): string {
    return this.#said?.action === action ? this.#said.text : text;
  }

  #say(action: Action, text: string): void {
    this.#said = { action, text };
    this.#context.conversation.say(text);
    this.#context.element.requestUpdate();
  }

  async #copy(): Promise<void> {
    const { element, close } = this.#context;
    try {
      await navigator.clipboard.writeText(element.exportConversation('markdown'));
      this.#say('copy', this.#words.copied);
      this.#timer = setTimeout(close, saidMs);
    } catch {
      this.#say('copy', this.#words.copyFailed);
    }
  }

  #save(format: ExportFormat): void {
    const { element, conversation, close } = this.#context;
    close();
    saveConversation(element, format);
    conversation.say(this.#words.saved);
  }

  async #saveAudio(): Promise<void> {
    const { element, conversation, close } = this.#context;
    try {
      saveBlob((await element.session?.exportAudio()) ?? new Blob(), 'wav');
      close();
      conversation.say(this.#words.saved);
    } catch {
      this.#say('audio', this.#words.audioNone);
    }
  }

  async #open(file: OpenedFile): Promise<void> {
    const { element, conversation, close } = this.#context;
    try {
      const { readRecording } = await import('./recording.js');
      const recording = await readRecording(file.name, await file.text());
      const { length } = recording.unread;
      const language = languageOf(element);
      const { unread } = inspectorWords.wordsFor(language);
      close();
      conversation.replay(recording, 'instant', length > 0 ? fillCount(unread, length, language.formats, linesOf(recording)) : undefined);
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
