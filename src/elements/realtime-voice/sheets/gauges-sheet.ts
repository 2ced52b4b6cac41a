// The measurements: how long each answer took, what the limits leave and when they are full again, tokens, the connection. Loaded when first opened.
import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

import type { Meters } from '../../../core/realtime/events/meters.js';
import type { RealtimeSession } from '../../../core/realtime/session/realtime-session.js';
import type { RateLimitState } from '../../../core/store/conversation-state.js';
import type { Formats } from '../../shared/formats.js';
import { fill } from '../../shared/strings.js';
import { gaugesStyles } from './gauges-sheet.styles.js';
import { setShares } from '../gauges-view.js';
import { gaugesWords, type GaugesWords } from './gauges-words.js';
import { sheetFrame } from './sheet-frame.js';
import type { Sheet, SheetHost } from './sheet.js';
import { transportName } from '../transport-name.js';
import type { Tokens, Turn, TurnLog } from './turns.js';
import { voiceWords } from '../voice-words.js';

/** Reading the statistics of the transport costs a little: the figures are read by people. */
const readEveryMs = 2000;
const fewLeft = 0.1;

interface Shown {
  readonly say: GaugesWords;
  readonly formats: Formats;
}

/** What is measured: both change with the conversation. */
export interface Measured {
  readonly session: Pick<RealtimeSession, 'meters' | 'stats' | 'store' | 'transport'> | undefined;
  readonly turns: TurnLog;
}

export function createGaugesSheet(host: SheetHost, measured: Measured): Sheet {
  let meters: Meters | undefined = measured.session?.meters;
  let closed = false;
  const read = async () => {
    const next = await measured.session?.stats().catch(() => undefined);
    if (closed) return;
    meters = next ?? meters;
    host.requestUpdate();
  };
  const timer = setInterval(() => void read(), readEveryMs);
  void read();
  return {
    styles: gaugesStyles,
    render() {
      const { language, close } = host;
      const shown = { say: gaugesWords.wordsFor(language), formats: language.formats };
      return sheetFrame(shown.say.gauges, voiceWords.wordsFor(language).close, close, measuresView(measured, meters, shown), true);
    },
    close() {
      closed = true;
      clearInterval(timer);
    },
  };
}

function measuresView({ session, turns }: Measured, meters: Meters | undefined, shown: Shown): TemplateResult {
  const { say } = shown;
  const { rateLimits = [], usage } = session?.store.get() ?? {};
  const tokens = {
    ...turns.tokens,
    total_tokens: usage?.totalTokens ?? 0,
    input_tokens: usage?.inputTokens ?? 0,
    output_tokens: usage?.outputTokens ?? 0,
  };
  return html`<div class="measures">
    ${section(say.turns, turnsView(turns.turns, shown))} ${section(say.limits, limitsView(rateLimits, turns.limitsAt, shown))}
    ${section(say.tokens, tokensView(tokens, shown))} ${section(say.connection, connectionView(meters, session?.transport, shown))}
  </div>`;
}

const section = (title: string, body: unknown): TemplateResult =>
  html`<section>
    <h3>${title}</h3>
    ${body}
  </section>`;

const stages = [
  ['committed', 'committedMs'],
  ['started', 'startedMs'],
  ['first', 'firstDeltaMs'],
  ['heard', 'heardMs'],
  ['done', 'doneMs'],
] as const;

/** All bars have the scale of the longest, so that they can be compared. */
function turnsView(turns: readonly Turn[], shown: Shown): TemplateResult {
  const { say } = shown;
  const answered = turns.filter((turn) => stages.some(([, stage]) => turn[stage] !== undefined)).toReversed();
  if (answered.length === 0) return html`<p class="note">${say.noTurns}</p>`;
  const longestMs = Math.max(1, ...answered.flatMap((turn) => stages.map(([, stage]) => turn[stage] ?? 0)));
  return html`<p class="hint">${say.turnsHint}</p>
    <ol class="turns">
      ${answered.map((turn) => turnView(turn, longestMs, shown))}
    </ol>`;
}

function turnView(turn: Turn, longestMs: number, { say, formats }: Shown): TemplateResult {
  const reached = stages.filter(([, stage]) => turn[stage] !== undefined);
  return html`<li>
    <p class="turn">
      <span>${turn.by === 'speech' ? say.spoken : say.typed}</span>
      <time class="note tabular">${formats.relative(turn.at, Date.now())}</time>
      ${turn.status === undefined || turn.status === 'completed' ? nothing : html`<code class="note">${turn.status}</code>`}
    </p>
    <span class="falls" aria-hidden="true">
      ${stages.map(([name, stage]) => {
        const endMs = turn[stage];
        const startMs = Math.max(
          0,
          ...stages
            .slice(
              0,
              stages.findIndex(([one]) => one === name),
            )
            .map(([, earlier]) => turn[earlier] ?? 0),
        );
        if (endMs === undefined) return nothing;
        return html`<span
          class="fall ${name}"
          ${ref((bar) => setShares(bar, [Math.min(startMs, endMs) / longestMs, Math.max(0, endMs - startMs) / longestMs]))}
        ></span>`;
      })}
    </span>
    <dl class="stages">
      ${reached.map(
        ([name, stage]) =>
          html`<div>
            <dt><span class="key ${name}" aria-hidden="true"></span>${say[name]}</dt>
            <dd class="tabular">${formats.milliseconds(turn[stage] ?? 0)}</dd>
          </div>`,
      )}
    </dl>
  </li>`;
}

function limitsView(limits: readonly RateLimitState[], toldAt: number | undefined, { say, formats }: Shown): TemplateResult {
  if (limits.length === 0) return html`<p class="note">${say.noLimits}</p>`;
  return html`<ul class="limits">
    ${limits.map(({ name, limit, remaining, resetSeconds }) => {
      const ratio = limit > 0 ? remaining / limit : 0;
      const resetMs = (toldAt ?? Date.now()) + resetSeconds * 1000 - Date.now();
      return html`<li>
        <p class="limit">
          <span lang="en">${name.replaceAll('_', ' ')}</span>
          <span class="note tabular">${fill(say.limitLeft, { left: formats.number(remaining), limit: formats.number(limit) })}</span>
        </p>
        <span class=${ratio < fewLeft ? 'bar few' : 'bar'} aria-hidden="true" ${ref((bar) => setShares(bar, [0, ratio]))}></span>
        <span class="note tabular"
          >${resetMs > 0 ? fill(say.limitResets, { time: formats.span(Math.max(1000, resetMs)) }) : say.limitReset}</span
        >
      </li>`;
    })}
  </ul>`;
}

const kinds = ['text', 'audio', 'cached'] as const;
const sides = [
  ['total', 'total_tokens', undefined],
  ['input', 'input_tokens', 'input_token_details'],
  ['output', 'output_tokens', 'output_token_details'],
] as const;

function tokensView(tokens: Tokens, { say, formats }: Shown): TemplateResult {
  if ((tokens['total_tokens'] ?? 0) === 0) return html`<p class="note">${say.noTokens}</p>`;
  return html`<dl class="figures">
    ${sides.map(([name, key, details]) => {
      const told = kinds.filter((kind) => details !== undefined && (tokens[`${details}.${kind}_tokens`] ?? 0) > 0);
      const parts = told.map((kind) => `${say[kind]} ${formats.number(tokens[`${details}.${kind}_tokens`] ?? 0)}`).join(' · ');
      return figure(say[name], formats.number(tokens[key] ?? 0), parts);
    })}
  </dl>`;
}

function connectionView(meters: Meters | undefined, transport: string | undefined, { say, formats }: Shown): TemplateResult {
  const time = (ms: number | undefined) => (ms === undefined ? '\u2013' : formats.milliseconds(ms));
  return html`<dl class="figures">
    ${figure(say.transport, transport === undefined ? '\u2013' : transportName(transport))}
    ${figure(say.roundTrip, time(meters?.roundTripMs))} ${figure(say.jitter, time(meters?.jitterMs))}
    ${figure(say.underruns, formats.number(meters?.underruns ?? 0))} ${figure(say.dropped, time(meters?.droppedMs ?? 0))}
    ${figure(say.reconnects, formats.number(meters?.reconnects ?? 0))}
  </dl>`;
}

const figure = (name: string, value: string, parts = ''): TemplateResult =>
  html`<div>
    <dt>${name}</dt>
    <dd class="tabular"><bdi>${value}</bdi></dd>
    ${parts === '' ? nothing : html`<dd class="note tabular">${parts}</dd>`}
  </div>`;
