// What a conversation was after an event, as facts to read: what changed with the event is marked.
import { html, nothing, type TemplateResult } from 'lit';

import type { ConversationState, TranscriptEntry } from '../../../core/store/conversation-state.js';
import { transcript } from '../../../core/store/transcript.js';
import type { Formats } from '../../shared/formats.js';
import { fill } from '../../shared/strings.js';
import type { InspectorWords } from './inspector-words.js';

const shownLines = 4;
const shownCharacters = 280;

type FactName = 'session' | 'answer' | 'speech' | 'items' | 'heard' | 'tokens' | 'failures' | 'unknown';
/** Our words, and what the service itself calls it. */
interface Fact {
  readonly text?: string;
  readonly wire?: string;
}
type Facts = Readonly<Record<FactName, Fact>>;

/** `before`: the state the event came to. */
export function stateView(
  state: ConversationState,
  before: ConversationState | undefined,
  words: InspectorWords,
  formats: Formats,
): TemplateResult {
  const facts = factsOf(state, words, formats);
  const then = before === undefined ? facts : factsOf(before, words, formats);
  const lines = transcript(state).slice(-shownLines);
  return html`<h3>${words.after}</h3>
    <dl class="facts">
      ${Object.entries(facts).map(([name, fact]) => {
        const before = then[name as FactName];
        const changed = fact.text !== before.text || fact.wire !== before.wire;
        return html`<div class=${changed ? 'changed' : ''}>
          <dt>${words[name as FactName]}</dt>
          <dd class="tabular">
            ${fact.text}
            ${fact.wire === undefined ? nothing : html`<code dir="ltr">${fact.wire}</code>`}${changed ? html`<span class="visually-hidden"> (${words.changed})</span>` : nothing}
          </dd>
        </div>`;
      })}
    </dl>
    ${
      lines.length === 0
        ? nothing
        : html`<h3>${words.latest}</h3>
            <ol class="then">
              ${lines.map((line) => lineView(line, words))}
            </ol>`
    }`;
}

function lineView(line: TranscriptEntry, words: InspectorWords): TemplateResult {
  const text = line.text.slice(0, shownCharacters);
  const heard = text.slice(0, line.heardLength ?? text.length);
  const rest = text.slice(heard.length);
  return html`<li>
    <code class="note" dir="ltr">${line.role} · ${line.type} · ${line.status}</code>
    ${line.cut ? html`<span class="note">${words.cutOff}</span>` : nothing}
    <p dir="auto">${heard}${rest === '' ? nothing : line.cut ? html`<s>${rest}</s>` : html`<span class="pale">${rest}</span>`}</p>
  </li>`;
}

function factsOf(state: ConversationState, words: InspectorWords, formats: Formats): Facts {
  const { session, speech, lastResponse, activeResponseId, usage, errors } = state;
  const lines = transcript(state);
  const named = [state.sessionId, session?.['model'], session?.['voice']].filter((word) => typeof word === 'string' && word !== '');
  return {
    session: named.length === 0 ? { text: words.none } : { wire: named.join(' · ') },
    answer: answerOf(activeResponseId, lastResponse, words),
    speech: { text: speech.active ? words.speaking : words.silent },
    items: {
      text: fill(state.live.length === 0 ? '{count}' : words.itemsLive, {
        count: formats.number(lines.length),
        live: formats.number(state.live.length),
      }),
    },
    heard: {
      text: heardOf(
        lines.findLast(({ role, spoken }) => spoken && role === 'assistant'),
        words,
        formats,
      ),
    },
    tokens: { text: formats.number(usage.totalTokens) },
    failures: errors.length === 0 ? { text: words.none } : { text: formats.number(errors.length), wire: errors.at(-1)?.code ?? '' },
    unknown: { text: formats.number(state.unknownEvents) },
  };
}

function answerOf(active: string | undefined, last: ConversationState['lastResponse'], words: InspectorWords): Fact {
  if (active !== undefined) return { text: words.answerActive, wire: active };
  return last === undefined ? { text: words.none } : { wire: [last.status, last.reason, last.id].filter(Boolean).join(' · ') };
}

function heardOf(line: TranscriptEntry | undefined, words: InspectorWords, formats: Formats): string {
  if (line?.heardLength === undefined) return words.none;
  return fill(words.heardOf, { heard: formats.number(line.heardLength), total: formats.number(line.text.length) });
}
