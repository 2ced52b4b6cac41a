// A conversation with a text, a function call and a spoken answer, whose connection is cut at a given event of the service.
import { createRealtimeSession, defineTool, transcript } from 'voxreel';
import type { RealtimeSession, RealtimeSessionOptions } from 'voxreel';
import { until } from '../audio/recording.js';

const { gateway, local, localKey } = (await (await fetch('/test-service.json')).json()) as Record<'gateway' | 'local' | 'localKey', string>;
export { gateway };

export interface Run {
  readonly lines: readonly string[];
  readonly executed: number;
  /** Server events until the last one, and connections opened. */
  readonly events: number;
  readonly connections: number;
  readonly errors: readonly string[];
  /** What went over the wire, to find out why. */
  readonly trace: readonly string[];
}

const headers = { authorization: `Bearer ${localKey}` };
export const arm = (rules: object): Promise<Response> => fetch(`${local}/faults`, { method: 'POST', headers, body: JSON.stringify(rules) });
export const disarm = (): Promise<Response> => fetch(`${local}/faults`, { method: 'DELETE', headers });

/** One connection at a time is opened, so that a fault meets the session it was armed for. */
let turn: Promise<void> = Promise.resolve();
function takeTurn(): Promise<() => void> {
  let done = () => {};
  const before = turn;
  turn = new Promise((resolve) => (done = resolve));
  return before.then(() => done);
}

export async function mintToken(): Promise<string> {
  const reply = await fetch(`${gateway}/v1/realtime/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"model":"rehearsal"}',
  });
  const body = (await reply.json()) as { client_secret: { value: string } };
  return body.client_secret.value;
}

const answers = (session: RealtimeSession) =>
  transcript(session.store.get()).filter(({ role, type, status }) => role === 'assistant' && type === 'message' && status === 'completed');
const isAtRest = (session: RealtimeSession) => session.phase === 'open' && session.store.get().activeResponseId === undefined;

/** Without sounds and long texts. */
const brief = (event: object): string =>
  JSON.stringify(event, (key, value: unknown) => (/^(event_id|delta|session)$/.test(key) ? undefined : value));

/** `cutAt`: the index of the server event before which the first connection is cut. */
export async function converse(transport: string, cutAt?: number, more: Partial<RealtimeSessionOptions> = {}): Promise<Run> {
  let executed = 0;
  let events = 0;
  let connections = 0;
  const errors: string[] = [];
  let newest = '';
  let release = () => {};
  const clock = defineTool({
    name: 'get_time',
    description: 'The time of day in a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    execute: () => {
      executed++;
      return 'noon';
    },
  });
  const session = createRealtimeSession({
    baseUrl: gateway,
    model: 'rehearsal',
    transports: [transport],
    session: { modalities: ['text'], turn_detection: null },
    tools: [clock],
    reconnect: { baseMs: 5, maxMs: 50 },
    async getToken() {
      release();
      release = await takeTurn();
      if (connections++ === 0 && cutAt !== undefined) await arm({ realtime: { dropAtEvent: cutAt } });
      return mintToken();
    },
    ...more,
  });
  const trace: string[] = [];
  session.on('phase', (phase) => trace.push(phase));
  session.on('sent', (event) => trace.push(`> ${brief(event)}`));
  session.on('event', (event) => {
    events++;
    newest = event.type;
    trace.push(`< ${brief(event)}`);
  });
  session.on('error', ({ code, message }) => errors.push(`${code}: ${message}`));
  session.on('phase', (phase) => phase === 'open' && release());
  try {
    await session.connect();
    session.sendText('Hi!');
    await until(() => answers(session).length === 1 && isAtRest(session));
    session.updateSession({ modalities: ['text', 'audio'] });
    session.sendText('What time is it? Use get_time.');
    // The service says one thing more after an answer is done; the last cut comes before it.
    await until(() => answers(session).length === 2 && isAtRest(session) && newest !== 'response.done');
    const lines = transcript(session.store.get()).map(({ role, type, status, text }) => `${role} ${type} ${status}: ${text}`);
    return { lines, executed, events, connections, errors, trace };
  } catch (cause) {
    const lines = transcript(session.store.get()).map(({ role, type, status, text }) => `${role} ${type} ${status}: ${text}`);
    const now = `${session.phase}, ${connections} connections: ${lines.join(' | ')} ${errors.join('; ')}`;
    throw new Error([`cut at ${String(cutAt)}, ${now}`, String(cause), ...trace].join('\n'), { cause });
  } finally {
    session.close();
    release();
  }
}

/** Runs `work` for each index, so many at a time. */
export async function inParallel(count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
