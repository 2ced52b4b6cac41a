// The conversation of a share, set as the voice element sets its transcript. Loaded where there is one.
import { html } from 'lit';

import type { TranscriptEntry } from '../../core/store/conversation-state.js';
import { conversationStyles } from '../realtime-voice/conversation.styles.js';
import { conversationWords, type ConversationWords } from '../realtime-voice/conversation-words.js';
import { createSlices } from '../realtime-voice/transcript/slices.js';
import { groupLines } from '../realtime-voice/transcript/transcript-groups.js';
import { transcriptView, type LineView } from '../realtime-voice/transcript/transcript-view.js';
import type { SharedHost, SharedPart } from './shared-part.js';

/** `list`: a `dl` whose `dt` have the class `user` or `assistant` and name who speaks; the `dd` after it has what was said. */
export async function takeTranscript(host: SharedHost, list: HTMLElement): Promise<SharedPart> {
  // All of it is there from the start: it is set once.
  const { createMarkdownBody, styles } = await import('../realtime-voice/markdown/markdown.js');
  const tools = { slices: createSlices(), createMarkdown: createMarkdownBody, wantMarkdown: () => undefined };
  const groups = groupLines(linesIn(list));
  const nameOf = (role: string, usual: string): string => list.querySelector(`dt.${role}`)?.textContent ?? usual;
  const lineView = (words: ConversationWords): LineView => ({
    words: { ...words, you: nameOf('user', words.you) },
    assistant: nameOf('assistant', words.assistant),
    tools,
    sanitizeHtml: undefined,
    feedback: undefined,
    approve: () => undefined,
    copied: () => {
      said = words.copied;
      host.requestUpdate();
    },
    rendering: { host, toolOf: () => undefined, failed: () => undefined, drawn: () => undefined },
  });
  let said = '';
  let words: ConversationWords | undefined;
  let view: LineView | undefined;
  list.slot = 'spoken';
  return {
    styles: [conversationStyles, styles],
    view() {
      const now = conversationWords.wordsFor(host.language());
      if (view === undefined || words !== now) [words, view] = [now, lineView(now)];
      return html`<div class="lines">${transcriptView(groups, view)}</div>
        <p class="visually-hidden" role="status">${said}</p>`;
    },
    close() {},
  };
}

const linesIn = (list: HTMLElement): readonly TranscriptEntry[] =>
  [...list.querySelectorAll('dt')].map((who, at) => ({
    id: `line-${at}`,
    role: who.className === 'user' ? 'user' : 'assistant',
    type: 'message',
    status: 'completed',
    text: who.nextElementSibling?.textContent ?? '',
    cut: false,
    spoken: false,
  }));
