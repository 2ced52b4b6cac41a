// Is an effect of a session right? Leads it through calls as a session would, without a connection.
import type { ServerEvent } from '../core/dialects/dialect.js';
import type { Effect, EffectContext, EffectFactory, EffectWire } from '../core/realtime/effects/effect.js';
import type { ConversationEvent, ConversationState } from '../core/store/conversation-state.js';
import { foldConversation } from '../core/store/fold-conversation.js';
import { initialConversation } from '../core/store/conversation.js';
import { clientEvents } from '../protocol/client-events.js';
import { laterServerEventTypes, serverEventTypes } from '../protocol/names.js';

/** What `checkEffect` tries an effect with. */
export interface EffectFixtures {
  /** What the server says in each call, in order. Default: one spoken turn and its answer. */
  readonly events?: readonly ServerEvent[];
}

const members = ['opened', 'event', 'lost', 'close'];
const foldedTypes: ReadonlySet<unknown> = new Set([
  ...serverEventTypes,
  ...laterServerEventTypes,
  'local.heard',
  'local.tool',
  'local.disconnected',
  'local.forgotten',
]);

/**
 * What is wrong, in words; an empty list when nothing is. Never throws for what the effect does.
 * @param fixtures What to try it with.
 */
export async function checkEffect(create: EffectFactory, { events = spokenTurn }: EffectFixtures = {}): Promise<readonly string[]> {
  if (typeof create !== 'function') return ['An effect is a function that gives an object: a session calls it once.'];
  const findings = new Set<string>();
  const made = attempt('create()', create, findings);
  if (typeof made !== 'object' || made === null) return [...findings, 'create(): gives no object.'];
  if (made === attempt('create()', create, findings)) findings.add('create(): gives the same object twice: two sessions would share it.');
  for (const finding of checkMembers(made)) findings.add(finding);
  if (findings.size === 0) await leadThroughCalls(made, [...events, ...strangeEvents], findings);
  return [...findings];
}

function* checkMembers(made: object): Generator<string> {
  for (const name of members) {
    const member: unknown = Reflect.get(made, name);
    if (member !== undefined && typeof member !== 'function') yield `${name}: is no function.`;
  }
  const misspelt = /^(?:on|handle)?(?:open|event|message|los|clos)/i;
  for (const name of Object.keys(made))
    if (misspelt.test(name) && !members.includes(name)) yield `${name}: there is no such member; there are ${members.join(', ')}.`;
}

/** Two calls of one session; in the first the wire is lost once. */
async function leadThroughCalls(effect: Effect, events: readonly ServerEvent[], findings: Set<string>): Promise<void> {
  const context = createContext(findings);
  const tell = async (name: string, run: () => unknown) => {
    const result = attempt(name, run, findings);
    if (result instanceof Promise) await result.catch((cause: unknown) => findings.add(`${name} rejects: ${wordsOf(cause)}`));
    context.endOf(name);
  };
  const opens = (audio: EffectWire['audio']) => tell('opened()', () => effect.opened?.(wireOf(audio), context.given));
  for (const audio of ['events', 'track'] as const) {
    await opens(audio);
    for (const event of events) {
      context.fold(event);
      await tell(`event() of ${event.type}`, () => effect.event?.(event, context.given));
    }
    await tell('lost()', () => effect.lost?.(context.given));
    if (audio === 'events') await opens('none');
    if (audio === 'events') await tell('lost()', () => effect.lost?.(context.given));
    await tell('close()', () => effect.close?.());
    await tell('close(), a second time,', () => effect.close?.());
  }
}

function attempt<T>(name: string, run: () => T, findings: Set<string>): T | undefined {
  try {
    return run();
  } catch (cause) {
    findings.add(`${name} throws: ${wordsOf(cause)}`);
    return undefined;
  }
}

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** More than this for one event, and it answers itself. */
const mostSent = 50;

/** A context whose state cannot be written to, and which looks at what is sent and dispatched. */
function createContext(findings: Set<string>) {
  let state: ConversationState = deepFrozen(initialConversation);
  let sent = 0;
  const fold = (event: ConversationEvent) => {
    state = deepFrozen(foldConversation(state, event));
  };
  const given: EffectContext = {
    send(event) {
      const type: unknown = event?.type;
      const schema = Object.entries(clientEvents).find(([name]) => name === type)?.[1];
      const issue = schema?.safeParse(event).error?.issues[0];
      sent++;
      if (schema === undefined) findings.add(`send(): \`${String(type)}\` is no client event of the documents.`);
      else if (issue !== undefined) findings.add(`send(): ${String(type)}: ${issue.path.join('.')}: ${issue.message}`);
    },
    dispatch(event) {
      const type: unknown = event?.type;
      if (foldedTypes.has(type)) fold(event);
      else findings.add(`dispatch(): \`${String(type)}\` changes nothing: no such event.`);
    },
    get state() {
      return state;
    },
  };
  const endOf = (name: string) => {
    if (sent > mostSent) findings.add(`${name} sends ${sent} events.`);
    sent = 0;
  };
  return { given, fold, endOf };
}

const wireOf = (audio: EffectWire['audio']): EffectWire => ({ transport: 'check', audio, recorded: false, stats: async () => ({}) });

/** An effect that writes into the state throws, and is found. */
function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFrozen(inner);
  return value;
}

const part = { response_id: 'r', item_id: 'a', output_index: 0, content_index: 0 };
const asEvent = (event: object, at: number): ServerEvent => deepFrozen({ event_id: `e${at}`, ...event }) as ServerEvent;

const spokenTurn: readonly ServerEvent[] = [
  { type: 'session.created', session: { id: 's' } },
  { type: 'input_audio_buffer.speech_started', audio_start_ms: 0, item_id: 'u' },
  { type: 'input_audio_buffer.speech_stopped', audio_end_ms: 900, item_id: 'u' },
  { type: 'input_audio_buffer.committed', item_id: 'u' },
  { type: 'conversation.item.created', item: { id: 'u', type: 'message', role: 'user', content: [{ type: 'audio' }] } },
  { type: 'conversation.item.input_audio_transcription.completed', item_id: 'u', content_index: 0, transcript: 'What time is it?' },
  { type: 'response.created', response: { id: 'r', status: 'in_progress' } },
  { type: 'response.output_item.added', response_id: 'r', item: { id: 'a', type: 'message', role: 'assistant', status: 'in_progress' } },
  { type: 'response.audio_transcript.delta', ...part, delta: 'It is ' },
  { type: 'response.audio.delta', ...part, delta: 'AAAA' },
  { type: 'response.audio_transcript.done', ...part, transcript: 'It is noon.' },
  { type: 'response.done', response: { id: 'r', status: 'completed', output: [], usage: { total_tokens: 9 } } },
].map(asEvent);

/** Of each type one without its fields: a real service leaves some out. And one that nobody knows yet. */
const strangeEvents: readonly ServerEvent[] = [
  ...[...serverEventTypes, ...laterServerEventTypes].map((type) => ({ type })),
  { type: 'unknown', unknownType: 'x.y', raw: {} },
].map((event, at) => asEvent(event, 100 + at));
