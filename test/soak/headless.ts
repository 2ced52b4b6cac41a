// The core alone, in Node: an hour of talk and ten thousand videos on a clock of our own, and talk over real sockets. No page, no sound card.
import { mock } from 'node:test';
import { getHeapCodeStatistics } from 'node:v8';

import { WebSocket } from 'ws';
import { createLocalService } from 'voxreel/local';
import { createWebsocketTransport } from 'voxreel/transports/websocket';
import { createRealtimeSession, createVideoQueue, memoryStorage, transcript } from 'voxreel';
import type { RealtimeSession, VideoQueue } from 'voxreel';

import { scriptedTransport, until, type ScriptedConnection, type SentEvent } from '../node/core/realtime/scripted-transport.js';
import { createVerdict, kilobytes, type Verdict } from './verdict.js';

const gc = (globalThis as { gc?: () => void }).gc ?? (() => undefined);
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** In bytes, without what the engine makes of our code as long as it learns what is called often. */
async function heap(): Promise<number> {
  for (let times = 0; times < 4; times++) {
    gc();
    await turn();
  }
  const { code_and_metadata_size: compiled, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics();
  return process.memoryUsage().heapUsed - compiled - bytecode;
}

function resources(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

export async function soakHeadless(minutes: number, tasks: number): Promise<readonly string[]> {
  const verdict = createVerdict('node');
  await overSockets(verdict, 40);
  await onOurClock(verdict, minutes);
  await videosOnOurClock(verdict, tasks);
  return verdict.end();
}

async function overSockets(verdict: Verdict, conversations: number): Promise<void> {
  const service = createLocalService({
    key: 'voxreel-local',
    faults: true,
    realtime: { pace: { audioRate: 1000, wordMs: 0 }, rateLimits: { requestsPerMinute: 1e6, tokensPerMinute: 1e9 } },
  });
  const { url: baseUrl } = await service.listen();
  const transport = createWebsocketTransport({ createWebSocket: (url, _, headers) => new WebSocket(url, { headers }) });
  const converse = async () => {
    const session = createRealtimeSession({
      baseUrl,
      model: 'rehearsal',
      getToken: async () => 'voxreel-local',
      transports: [transport],
      session: { modalities: ['text' as const] },
      reconnect: { baseMs: 1, maxMs: 5 },
    });
    await session.connect();
    for (let turns = 1; turns <= 10; turns++) {
      if (turns === 5) service.faults.arm({ path: '/v1/realtime', realtime: { dropAtEvent: 20 } });
      session.sendText('Show me some code.');
      await until(() => session.store.get().usage.responses === turns && session.phase === 'open', 20_000);
    }
    session.close();
    service.faults.clear();
  };
  const rest = async () => {
    const end = Date.now() + 15_000;
    while (service.openSessions > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
    return { heap: await heap(), resources: resources(), sessions: service.openSessions };
  };
  for (let times = 0; times < 5; times++) await converse();
  const before = await rest();
  const heaps: number[] = [];
  for (let times = 0; times < conversations; times++) {
    await converse();
    heaps.push(await heap());
  }
  const after = await rest();
  verdict.flat(
    `heap after each of ${String(conversations)} conversations over sockets, service in the same process, kB`,
    heaps.map(kilobytes),
    'kB each',
    20,
  );
  verdict.counters('sockets', before.resources, after.resources);
  verdict.counter('sockets: sessions of the service', before.sessions, after.sessions);
  await service.close();
}

/** Time passes as fast as what it brings is done. */
async function pass(ms: number, stepMs = 250): Promise<void> {
  for (let at = 0; at < ms; at += stepMs) {
    mock.timers.tick(stepMs);
    await turn();
  }
}

const oneTenth = Buffer.alloc(4800).toString('base64');
const answer =
  'The lighthouse keeper counts the boats that come home before the fog and writes their names into a book.'.match(/\s*\S+/g) ?? [];

/** Ninety pieces of a tenth of a second with their words, and every fifth time a function call. */
function speaking() {
  let count = 0;
  return (event: SentEvent, { say }: ScriptedConnection): void => {
    if (event.type === 'conversation.item.create') say({ type: 'conversation.item.created', item: event['item'] });
    if (event.type !== 'response.create') return;
    const response = { id: `r${String(++count)}`, object: 'realtime.response' };
    const ours = { response_id: response.id, output_index: 0, item_id: `a${String(count)}` };
    say({ type: 'response.created', response: { ...response, status: 'in_progress' } });
    const isCall = count % 5 === 0;
    const item = isCall
      ? { id: ours.item_id, type: 'function_call', call_id: `c${String(count)}`, name: 'trail_status', arguments: '{}' }
      : { id: ours.item_id, type: 'message', role: 'assistant', content: [] };
    say({ type: 'response.output_item.added', ...ours, item: { ...item, status: 'in_progress' } });
    if (!isCall)
      for (let piece = 0; piece < 90; piece++)
        say(
          { type: 'response.audio.delta', ...ours, content_index: 0, delta: oneTenth },
          ...(piece % 5 === 0
            ? [{ type: 'response.audio_transcript.delta', ...ours, content_index: 0, delta: answer[(piece / 5) % answer.length] }]
            : []),
        );
    say(
      { type: 'response.output_item.done', ...ours, item: { ...item, status: 'completed' } },
      { type: 'response.done', response: { ...response, status: 'completed' } },
    );
  };
}

async function onOurClock(verdict: Verdict, minutes: number): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_000_000_000 });
  const transport = scriptedTransport();
  transport.server = speaking();
  let takeOvers = 0;
  const converse = async (forMinutes: number): Promise<RealtimeSession> => {
    const session = createRealtimeSession({
      baseUrl: 'http://service.test',
      model: 'm',
      getToken: async () => 'token',
      transports: [transport],
      tools: [{ name: 'trail_status', execute: () => ({ open: true }) }],
    });
    await session.connect();
    const end = Date.now() + forMinutes * 60_000;
    for (let turns = 1; Date.now() < end; turns++) {
      const wire = transport.connections.at(-1);
      if (transport.connections.length > 1 || turns === 1) {
        takeOvers += transport.connections.length - 1;
        wire?.say({ type: 'session.created', session: { id: `s${String(Math.random())}`, expires_at: Date.now() / 1000 + 1800 } });
      }
      transport.connections.splice(0, transport.connections.length - 1);
      wire?.sent.splice(0);
      session.sendText('What does the keeper do?');
      if (turns % 20 === 0) wire?.cut();
      await pass(9000);
    }
    session.close();
    transport.connections.splice(0);
    return session;
  };
  try {
    await converse(5);
    const before = { heap: await heap(), resources: resources() };
    const heaps: number[] = [];
    for (let at = 0; at < 6; at++) {
      await converse(minutes / 6);
      heaps.push(await heap());
    }
    const whole = await converse(minutes);
    const kept = await heap();
    const lines = transcript(whole.store.get());
    const [said, logged] = [JSON.stringify(lines).length, whole.export('jsonl').length];
    console.log(
      `\nnode: ${String(minutes)} minutes on our clock in one conversation: ${String(lines.length)} items, ${String(kilobytes(said))} kB as JSON, log ${String(kilobytes(logged))} kB, heap with it ${String(kilobytes(kept - (heaps.at(-1) ?? 0)))} kB more; ${String(takeOvers)} wires followed another`,
    );
    verdict.claim('turns had answers, and wires were taken over or cut', lines.length > minutes * 6 && takeOvers > 0);
    verdict.flat('heap after each conversation that ended, kB', heaps.map(kilobytes), 'kB each', 60);
    verdict.counters('our clock', before.resources, resources());
  } finally {
    mock.timers.reset();
  }
}

/** A service in memory: a task is finished at the third question, one of ten fails, one of ten is forgotten. `most`: tasks at once; older ones go. */
function serviceInMemory(most: number): typeof fetch {
  const left = new Map<string, number>();
  let made = 0;
  const json = (body: object, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  return async (input, init) => {
    if (init?.method === 'POST') {
      const id = `task_${String(++made)}`;
      left.set(id, 2);
      for (const oldest of left.keys()) if (left.size > most) left.delete(oldest);
      return json({ task_id: id, status: 'processing' });
    }
    const address = input instanceof Request ? input.url : String(input);
    const id = address.slice(address.lastIndexOf('/') + 1);
    const times = left.get(id);
    if (times === undefined || id.endsWith('3')) {
      left.delete(id);
      return json({ error: { code: 'task_not_exist', message: 'There is no such task.', type: 'invalid_request_error' } }, 400);
    }
    left.set(id, times - 1);
    if (times > 0) return json({ task_id: id, status: 'processing', progress: 40 });
    left.delete(id);
    if (id.endsWith('7'))
      return json({ task_id: id, status: 'failed', error: { code: 'generation_failed', message: 'It came to nothing.' } });
    return json({ task_id: id, status: 'succeeded', url: `http://service.test/films/${id}.mp4` });
  };
}

async function videosOnOurClock(verdict: Verdict, tasks: number): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_700_000_000_000 });
  const batches = 20;
  const perBatch = Math.ceil(tasks / batches);
  const open = () => createVideoQueue({ baseUrl: 'http://service.test', storage: memoryStorage(), fetch: serviceInMemory(2 * perBatch) });
  const batch = async (queue: VideoQueue) => {
    for (let at = 0; at < perBatch; at++) {
      const { id } = await queue.submit({ model: 'soak', prompt: `A heron, number ${String(at)}`, duration: 5 });
      if (at % 11 === 5) await queue.remove(id);
      if (at % 11 === 7) queue.stop(id);
    }
    const isOpen = () => queue.tasks.get().some(({ status }) => status === 'submitting' || status === 'processing');
    for (let passed = 0; isOpen(); passed += 1000) {
      if (passed > 3_600_000) throw new Error('Some tasks have no end.');
      await pass(1000, 500);
    }
    await queue.clear();
    for (const { id } of queue.tasks.get()) await queue.remove(id);
    await pass(1000);
  };
  try {
    const first = open();
    await batch(first);
    first.close();
    const before = resources();
    const queue = open();
    const heaps: number[] = [];
    // Until it remembers as many of those removed as it ever does.
    for (let at = 0; at < 3; at++) await batch(queue);
    const startedAt = Date.now();
    for (let at = 0; at < batches; at++) {
      await batch(queue);
      heaps.push(await heap());
    }
    console.log(
      `\nnode: ${String(tasks)} videos at their usual pace, ${String(Math.round((Date.now() - startedAt) / 60_000))} minutes on our clock`,
    );
    verdict.flat('heap after each batch was cleared, kB', heaps.map(kilobytes), 'kB a batch', 20);
    queue.close();
    verdict.counters('videos', before, resources());
  } finally {
    mock.timers.reset();
  }
}
