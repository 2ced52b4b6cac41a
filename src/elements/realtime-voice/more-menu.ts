// The menu behind "More": copy and save the conversation, open the inspector. Loaded when first opened. Knows no session.
import { html, nothing, type TemplateResult } from 'lit';

import type { ExportFormat } from '../../core/realtime/realtime-session.js';
import { languageOf } from '../shared/strings.js';
import { sheetWords } from '../shared/strings.voice-sheets.en.js';
import { sheetStyles } from './sheet.styles.js';
import type { Sheet, SheetContext } from './sheets.js';

const mimeTypes: Readonly<Record<ExportFormat, string>> = {
  markdown: 'text/markdown',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
};
const extensions: Readonly<Record<ExportFormat, string>> = { markdown: 'md', json: 'json', jsonl: 'jsonl' };

/** Long enough for the browser to have taken the file. */
const revokeAfterMs = 60_000;

export function createMoreMenu(context: SheetContext): Sheet {
  const { element, open, close } = context;
  const copy = async () => {
    close();
    await navigator.clipboard.writeText(element.exportConversation('markdown'));
  };
  const saveAs = (format: ExportFormat) => () => {
    close();
    save(element.exportConversation(format), format);
  };
  return {
    styles: sheetStyles,
    render() {
      const words = sheetWords.wordsFor(languageOf(element));
      return html`<div class="menu" role="menu" @keydown=${moveFocus} @focusout=${(event: FocusEvent) => leave(event, close)}>
        ${item(words.copyTranscript, () => void copy(), true)} ${item(words.saveMarkdown, saveAs('markdown'))}
        ${item(words.saveJson, saveAs('json'))} ${item(words.saveLog, saveAs('jsonl'))}
        ${item(context.words().settings, () => open('settings'))}
        ${element.inspector ? item(words.inspector, () => open('inspector')) : nothing}
      </div>`;
    },
  };
}

const item = (label: string, act: () => void, first = false): TemplateResult =>
  html`<button type="button" role="menuitem" tabindex="-1" ?data-first=${first} @click=${act}>${label}</button>`;

function save(text: string, format: ExportFormat): void {
  const url = URL.createObjectURL(new Blob([text], { type: mimeTypes[format] }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `conversation-${new Date().toISOString().slice(0, 16).replace(/[T:]/g, '-')}.${extensions[format]}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
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
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[next % items.length]?.focus();
}
