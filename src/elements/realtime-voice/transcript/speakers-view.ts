// Speech of several people on one microphone, where the service tells them apart: a paragraph for each turn, under its speaker's label.
import { html, type TemplateResult } from 'lit';

import type { TranscriptEntry, TranscriptSegment } from '../../../core/store/conversation-state.js';
import { fill } from '../../shared/strings.js';
import type { ConversationWords } from '../conversation-words.js';

/** Undefined where one person speaks: then the words say it all. */
export function speakersView({ segments = [] }: TranscriptEntry, words: ConversationWords): readonly TemplateResult[] | undefined {
  if (new Set(segments.map(({ speaker }) => speaker)).size < 2) return undefined;
  return turnsOf(segments).map(
    ({ speaker, text }) =>
      html`<p class="plain"><span class="speaker" part="speaker">${fill(words.speaker, { name: speaker })}</span> ${text}</p>`,
  );
}

type Turn = Pick<TranscriptSegment, 'speaker' | 'text'>;

function turnsOf(segments: readonly TranscriptSegment[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const { speaker, text } of segments) {
    const last = turns.at(-1);
    if (last?.speaker === speaker) turns[turns.length - 1] = { speaker, text: `${last.text} ${text.trim()}` };
    else turns.push({ speaker, text: text.trim() });
  }
  return turns;
}
