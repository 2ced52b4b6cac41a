// The texts of a realtime wire: recorded conversations and every documented event, with mutations, in three dialects' words. Reads no file.
import fc from 'fast-check';

import { brokenText, mutated, mutations, textOf, type Mutation } from './hostile-json.js';

export type WireEvent = Readonly<Record<string, unknown>> & { readonly type: string };

const place = { response_id: 'r1', item_id: 'i1', output_index: 0, content_index: 0 };
const user = { id: 'u1', type: 'message', role: 'user', status: 'completed', content: [{ type: 'audio', transcript: null }] };
const answer = { id: 'i1', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
const call = { id: 'c1', type: 'function_call', status: 'in_progress', call_id: 'call1', name: 'look', arguments: '' };
const said = '{"name":"x","list":[1]}';

/** Each documented type, whole, about a handful of items. */
export const everyEvent: readonly WireEvent[] = [
  { type: 'session.created', session: { id: 's1', model: 'm', voice: 'alloy', modalities: ['text', 'audio'], expires_at: 1_795_250_000 } },
  { type: 'session.updated', session: { id: 's1', input_audio_transcription: { model: 't' }, output_audio_format: 'g711_ulaw' } },
  { type: 'conversation.created', conversation: { id: 'c', object: 'realtime.conversation' } },
  { type: 'conversation.item.created', previous_item_id: null, item: user },
  { type: 'conversation.item.created', previous_item_id: 'u1', item: answer },
  {
    type: 'conversation.item.created',
    previous_item_id: 'i1',
    item: { id: 'o1', type: 'function_call_output', call_id: 'call1', output: said },
  },
  { type: 'conversation.item.deleted', item_id: 'i1' },
  { type: 'conversation.item.truncated', item_id: 'i1', content_index: 0, audio_end_ms: 700 },
  { type: 'conversation.item.input_audio_transcription.completed', item_id: 'u1', content_index: 0, transcript: 'Hello.' },
  { type: 'conversation.item.input_audio_transcription.failed', item_id: 'u1', content_index: 0, error: { code: 'c', message: 'm' } },
  { type: 'input_audio_buffer.committed', previous_item_id: 'i1', item_id: 'u2' },
  { type: 'input_audio_buffer.cleared' },
  { type: 'input_audio_buffer.speech_started', audio_start_ms: 10, item_id: 'u2' },
  { type: 'input_audio_buffer.speech_stopped', audio_start_ms: 900, item_id: 'u2' },
  { type: 'response.created', response: { id: 'r1', status: 'in_progress', output: [] } },
  { type: 'response.output_item.added', response_id: 'r1', output_index: 0, item: answer },
  { type: 'response.output_item.added', response_id: 'r1', output_index: 1, item: call },
  { type: 'response.content_part.added', ...place, part: { type: 'audio', transcript: '' } },
  { type: 'response.audio.delta', ...place, delta: 'AAAA'.repeat(240) },
  { type: 'response.audio_transcript.delta', ...place, delta: 'Some **words** and' },
  { type: 'response.audio_transcript.done', ...place, transcript: 'Some **words** and more.' },
  { type: 'response.audio.done', ...place },
  { type: 'response.text.delta', ...place, delta: 'Text [x](https://a.example).' },
  { type: 'response.text.done', ...place, delta: 'Text [x](https://a.example).' },
  { type: 'response.content_part.done', ...place, part: { type: 'text', text: 'Text.', format: 'markdown' } },
  { type: 'response.function_call_arguments.delta', ...place, item_id: 'c1', call_id: 'call1', delta: said },
  { type: 'response.function_call_arguments.done', ...place, item_id: 'c1', call_id: 'call1', name: 'look', arguments: said },
  { type: 'response.output_item.done', response_id: 'r1', output_index: 1, item: { ...call, status: 'completed', arguments: said } },
  { type: 'response.output_item.done', response_id: 'r1', output_index: 0, item: { ...answer, status: 'completed' } },
  {
    type: 'response.done',
    response: {
      id: 'r1',
      status: 'completed',
      status_details: null,
      output: [
        { ...answer, status: 'completed' },
        { ...call, status: 'completed', arguments: said },
      ],
      usage: { total_tokens: 3, input_tokens: 1, output_tokens: 2 },
    },
  },
  { type: 'rate_limits.updated', rate_limits: [{ name: 'requests', limit: 10, remaining: 9, reset_seconds: 1 }] },
  { type: 'error', error: { type: 'invalid_request_error', code: 'invalid_event', message: 'No.', param: 'type', event_id: 'e1' } },
];

/** What the newest dialect calls otherwise. */
const inOtherWords: readonly (readonly [string, string])[] = [
  ['response.text.', 'response.output_text.'],
  ['response.audio_transcript.', 'response.output_audio_transcript.'],
  ['response.audio.', 'response.output_audio.'],
  ['conversation.item.created', 'conversation.item.added'],
];

function inDialect(event: unknown, dialect: string): unknown {
  if (dialect !== 'openai-ga' || typeof event !== 'object' || event === null || !('type' in event)) return event;
  const { type } = event;
  const words = inOtherWords.find(([ours]) => typeof type === 'string' && type.startsWith(ours));
  return words === undefined ? event : { ...event, type: String(type).replace(words[0], words[1]) };
}

export interface HostileTalk {
  readonly dialect: string;
  /** Messages in their order. */
  readonly texts: readonly string[];
}

interface Drawn {
  readonly log: number;
  readonly from: number;
  readonly length: number;
  readonly more: readonly { readonly at: number; readonly which: number; readonly changes: readonly Mutation[] }[];
  readonly changes: readonly { readonly at: number; readonly mutation: Mutation }[];
  readonly order: readonly { readonly how: number; readonly at: number; readonly to: number }[];
  readonly breaks: readonly { readonly at: number; readonly how: number; readonly where: number }[];
  readonly dialect: string;
  readonly numbered: boolean;
}

const drawn = (longest: number): fc.Arbitrary<Drawn> =>
  fc.record({
    log: fc.nat(100),
    from: fc.nat(2000),
    length: fc.nat(longest),
    more: fc.array(fc.record({ at: fc.nat(100), which: fc.nat(everyEvent.length - 1), changes: mutations(3) }), { maxLength: 6 }),
    changes: fc.array(fc.record({ at: fc.nat(100), mutation: fc.record({ how: fc.nat(11), where: fc.nat(200), what: fc.nat(40_000) }) }), {
      maxLength: 6,
    }),
    order: fc.array(fc.record({ how: fc.nat(3), at: fc.nat(100), to: fc.nat(100) }), { maxLength: 4 }),
    breaks: fc.array(fc.record({ at: fc.nat(100), how: fc.nat(12), where: fc.nat(1000) }), { maxLength: 2 }),
    dialect: fc.constantFrom('vendor', 'openai-beta', 'openai-ga'),
    numbered: fc.boolean(),
  });

function reordered(events: unknown[], { how, at, to }: Drawn['order'][number]): void {
  if (events.length === 0) return;
  const here = at % events.length;
  const there = to % events.length;
  if (how === 0) events.splice(here, 1);
  else if (how === 1) events.splice(there, 0, ...events.splice(here, 1));
  else events.splice(how === 2 ? here : there, 0, events[here]);
}

/** `logs`: recorded conversations, an event each. */
export const hostileTalks = (logs: readonly (readonly WireEvent[])[], longest = 24): fc.Arbitrary<HostileTalk> =>
  drawn(longest).map((told) => {
    const log = logs[told.log % logs.length] ?? [];
    const begin = told.from % Math.max(1, log.length);
    const events: unknown[] = log.slice(begin, begin + told.length);
    for (const { at, which, changes } of told.more) events.splice(at % (events.length + 1), 0, mutated(everyEvent[which], changes));
    for (const { at, mutation } of told.changes) {
      const place = at % Math.max(1, events.length);
      if (events.length > 0) events[place] = mutated(events[place], [mutation]);
    }
    for (const change of told.order) reordered(events, change);
    const { dialect, numbered } = told;
    const texts = events.map((event, at) => textOf(inDialect(withId(event, numbered ? at : undefined), dialect)));
    for (const { at, how, where } of told.breaks) {
      const place = at % Math.max(1, texts.length);
      if (texts.length > 0) texts[place] = brokenText(texts[place] ?? '', how, where);
    }
    return { dialect, texts };
  });

/** An event repeated by `order` keeps its own. */
function withId(event: unknown, at: number | undefined): unknown {
  if (at === undefined || typeof event !== 'object' || event === null || Array.isArray(event) || 'event_id' in event) return event;
  return { ...event, event_id: `e${at}` };
}
