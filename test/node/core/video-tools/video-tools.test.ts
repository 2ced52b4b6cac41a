// Videos made by a model that one talks with: what the tools take, that a person allows each, and that the model hears once when one is ready.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createRealtimeSession, createVideoQueue, defineProvider, memoryStorage, transcript, videoTools, VoxreelError } from 'voxreel';
import type { ProviderEntry, RealtimeSession, VideoQueue, VideoRevision, VideoToolsOptions } from 'voxreel';

import { obliging, scriptedTransport, until, type SentEvent } from '../realtime/scripted-transport.js';

const acme = defineProvider({
  id: 'acme',
  models: ['acme-1'],
  limits: { durations: [4, 8], sizes: ['1280x720', '720x1280'], n: { min: 1, max: 2 }, ignores: ['fps'], promptLength: 500 },
  ui: { style: { kind: 'choice', choices: ['ink', 'clay'], label: 'Style' } },
  estimate: ({ duration = 4, n = 1 }) => ({ amount: duration * n * 0.1, unit: 'USD' }),
});
const plain = defineProvider({ id: 'plain', models: ['plain-1'], limits: { durations: { min: 2, max: 20 }, images: none() } });

function none() {
  return { encoding: 'data-url', max: 0, maxBytes: 1 } as const;
}

/** A service that accepts everything and finishes it when the test says so. */
function service() {
  const bodies: Record<string, unknown>[] = [];
  let status = 'processing';
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    if (pathname === '/v1/models') return Response.json({}, { status: 404 });
    if (init?.method === 'POST') bodies.push(JSON.parse(init.body as string) as Record<string, unknown>);
    const done = status === 'succeeded' ? { url: 'http://x.test/film.mp4', format: 'mp4' } : {};
    return Response.json({ task_id: `t${bodies.length}`, status: init?.method === 'POST' ? 'processing' : status, ...done });
  };
  return { bodies, fetch, end: (word: string) => (status = word) };
}

async function stage(providers: readonly ProviderEntry[] = [acme], options: VideoToolsOptions = {}, allowed = true) {
  const { bodies, fetch, end } = service();
  const queue = createVideoQueue({
    baseUrl: 'http://x.test',
    storage: memoryStorage(),
    providers,
    fetch,
    poll: { firstMs: 5, everyMs: 5 },
  });
  const transport = scriptedTransport();
  transport.server = obliging('Fine.');
  const session = createRealtimeSession({
    baseUrl: 'http://x.test',
    model: 'm',
    getToken: async () => 't',
    transports: [transport],
    tools: videoTools(queue, { providers, ...options }),
    reconnect: { baseMs: 1, maxMs: 2 },
  });
  session.on('approval', ({ callId }) => session.approveTool(callId, allowed));
  await session.connect();
  const wire = transport.connections[0];
  assert.ok(wire);
  const sent = (type: string): SentEvent[] => transport.connections.flatMap((one) => one.sent.filter((event) => event.type === type));
  const itemsSent = () => sent('conversation.item.create').map(({ item }) => item as Record<string, unknown>);
  const news = () => itemsSent().filter(({ role }) => role === 'system');
  const output = (id: string) => {
    const item = itemsSent().find(({ call_id: callId }) => callId === id);
    return item === undefined ? undefined : (JSON.parse(String(item['output'])) as Record<string, unknown>);
  };
  const call = async (id: string, name: string, args: object) => {
    const item = { id: `item-${id}`, type: 'function_call', status: 'completed', call_id: id, name, arguments: JSON.stringify(args) };
    wire.say(
      { type: 'response.created', response: { id: `r-${id}` } },
      { type: 'response.output_item.added', response_id: `r-${id}`, item },
      { type: 'response.output_item.done', response_id: `r-${id}`, item },
      { type: 'response.done', response: { id: `r-${id}`, status: 'completed', output: [item] } },
    );
    await until(() => output(id) !== undefined);
    return output(id) ?? {};
  };
  const close = () => {
    session.close();
    queue.close();
  };
  return { queue, session, transport, wire, call, news, sent, bodies, end, close };
}

const declared = (events: readonly SentEvent[]) => {
  const session: unknown = events[0]?.['session'];
  const { tools } = session as { tools: { name: string; parameters: { properties: Record<string, object>; required?: string[] } }[] };
  return new Map(tools.map(({ name, parameters }) => [name, parameters]));
};

const statusOf = (session: RealtimeSession, callId: string) =>
  transcript(session.store.get()).find((line) => line.callId === callId && line.type === 'function_call')?.toolStatus;

describe('the tools', () => {
  it('take the fields of the model, within its limits', async () => {
    const { sent, close } = await stage();
    const tools = declared(sent('session.update'));
    assert.deepEqual([...tools.keys()], ['make_video', 'vary_video', 'continue_video', 'video_status']);
    const { properties = {}, required } = tools.get('make_video') ?? {};
    assert.deepEqual(required, ['prompt']);
    assert.deepEqual(Object.keys(properties).toSorted(), ['duration', 'image', 'lastImage', 'metadata', 'n', 'prompt', 'seed', 'size']);
    assert.deepEqual(properties['duration'], { type: 'number', description: 'Length in seconds.', enum: [4, 8] });
    assert.equal((properties['prompt'] as { maxLength?: number }).maxLength, 500);
    assert.deepEqual((properties['size'] as { enum?: string[] }).enum, ['1280x720', '720x1280']);
    assert.deepEqual((properties['metadata'] as { properties?: object }).properties, {
      style: { enum: ['ink', 'clay'], description: 'Style' },
    });
    assert.equal('fps' in properties, false, 'the model ignores it');
    close();
  });

  it('let the model be chosen where there are several, and say what each takes', async () => {
    const { sent, close } = await stage([acme, plain]);
    const { model, duration } = (declared(sent('session.update')).get('make_video')?.properties ?? {}) as Record<
      string,
      Record<string, unknown>
    >;
    assert.deepEqual(model?.['enum'], ['acme-1', 'plain-1']);
    assert.match(String(model?.['description']), /Default acme-1\. acme-1: duration 4, 8; .* plain-1: duration 2 to 20\./);
    assert.deepEqual([duration?.['minimum'], duration?.['maximum']], [2, 20]);
    close();
  });

  it('make nothing that a person has not allowed', async () => {
    const { session, call, bodies, close } = await stage([acme], {}, false);
    assert.match(String((await call('c1', 'make_video', { prompt: 'A boat' }))['error']), /not allow/);
    assert.equal(statusOf(session, 'c1'), 'denied');
    assert.deepEqual(bodies, []);
    close();
  });

  it('refuse what the model does not take before anybody is asked', async () => {
    const { session, call, bodies, close } = await stage();
    const asked: string[] = [];
    session.on('approval', ({ callId }) => asked.push(callId));
    assert.match(String((await call('c1', 'make_video', { prompt: 'A boat', duration: 5 }))['error']), /duration must be one of 4, 8/);
    assert.match(String((await call('c2', 'vary_video', {}))['error']), /no video yet/);
    assert.match(String((await call('c3', 'make_video', { prompt: 'A boat', model: 'other' }))['error']), /no model other/i);
    assert.deepEqual([asked, bodies], [[], []]);
    close();
  });
});

describe('a video that was asked for', () => {
  it('is made, and the model hears once that it is ready', async () => {
    const { queue, call, news, sent, bodies, end, close } = await stage();
    const made = await call('c1', 'make_video', { prompt: 'A paper boat', duration: 8, size: '720x1280', metadata: { style: 'ink' } });
    assert.deepEqual(made['cost'], { amount: 0.8, unit: 'USD' });
    assert.match(String(made['message']), /"A paper boat" is being made/);
    const [body] = bodies;
    assert.deepEqual(
      [body?.['model'], body?.['prompt'], body?.['duration'], body?.['width'], body?.['height'], body?.['metadata']],
      ['acme-1', 'A paper boat', 8, 720, 1280, { style: 'ink' }],
    );
    const [task] = queue.tasks.get();
    assert.equal(made['video'], task?.id);
    assert.deepEqual(news(), []);
    const requests = sent('response.create').length;
    end('succeeded');
    await until(() => news().length === 1);
    assert.equal(news()[0]?.['type'], 'message');
    assert.match(JSON.stringify(news()[0]?.['content']), /The video \\"A paper boat\\" is ready\./);
    await until(() => sent('response.create').length === requests + 1);
    await queue.refresh(task?.id ?? '');
    assert.equal(news().length, 1);
    close();
  });

  it('is reported on the next connection if this one is lost', async () => {
    const { queue, transport, call, news, end, close } = await stage();
    await call('c1', 'make_video', { prompt: 'A boat' });
    end('succeeded');
    await until(() => queue.tasks.get()[0]?.status === 'succeeded');
    transport.connections[0]?.cut();
    await until(() => transport.connections.length === 2 && news().length === 1);
    close();
  });

  it('that failed is reported with the reason', async () => {
    const { call, news, end, close } = await stage();
    await call('c1', 'make_video', { prompt: 'A boat' });
    end('failed');
    await until(() => news().length === 1);
    assert.match(JSON.stringify(news()[0]?.['content']), /could not be made/);
    close();
  });
});

describe('another video from one', () => {
  const finished = async (more: VideoToolsOptions = {}) => {
    const all = await stage([acme], more);
    await all.call('c1', 'make_video', { prompt: 'A boat', seed: 7 });
    all.end('succeeded');
    await until(() => all.news().length === 1);
    all.end('processing');
    return all;
  };
  const newest = (queue: VideoQueue) => queue.tasks.get()[0];

  it('varies it: another seed, and what is changed', async () => {
    const { queue, call, bodies, close } = await finished();
    const [first] = queue.tasks.get();
    await call('c2', 'vary_video', { duration: 8 });
    assert.deepEqual([bodies[1]?.['prompt'], bodies[1]?.['duration']], ['A boat', 8]);
    assert.notEqual(bodies[1]?.['seed'], 7);
    assert.equal(newest(queue)?.parentId, first?.id);
    close();
  });

  it('continues it from its last frame, and says where that cannot be read', async () => {
    const { queue, call, bodies, close } = await finished();
    assert.match(String((await call('c2', 'continue_video', { prompt: 'It sinks' }))['error']), /last frame/);
    assert.equal(bodies.length, 1);
    assert.match(String((await call('c3', 'video_status', {}))['message']), /"A boat" is ready/);
    assert.equal(queue.tasks.get().length, 1);
    close();
  });
});

describe('a video that is revised', () => {
  it('gives a draft that names its video, with its seed and the change, and sends nothing', async () => {
    const drafts: VideoRevision[] = [];
    const { queue, session, call, bodies, end, close } = await stage([acme], {
      drafted: (_callId, revision) => void drafts.push(revision),
    });
    const asked: string[] = [];
    session.on('approval', ({ name }) => asked.push(name));
    const first = await queue.submit({ model: 'acme-1', prompt: 'A paper boat', duration: 8, seed: 7, metadata: { style: 'ink' } });
    await queue.submit({ model: 'acme-1', prompt: 'Another' });
    end('succeeded');
    const told = await call('c1', 'revise_video', { video: first.id, prompt: 'A red paper boat', duration: 4, change: 'Red and shorter' });
    assert.equal(told['video'], first.id);
    assert.equal(told['prompt'], 'A red paper boat');
    const [revision] = drafts;
    assert.equal(drafts.length, 1);
    assert.equal(revision?.from.id, first.id);
    assert.equal(revision?.change, 'Red and shorter');
    assert.deepEqual(revision?.changes, { prompt: 'A red paper boat', duration: 4 });
    const { model, prompt, duration, seed, metadata } = revision?.draft ?? {};
    assert.deepEqual(
      { model, prompt, duration, seed, metadata },
      { model: 'acme-1', prompt: 'A red paper boat', duration: 4, seed: 7, metadata: { style: 'ink' } },
    );
    assert.equal(bodies.length, 2, 'only those that were submitted');
    assert.deepEqual(asked, []);
    close();
  });

  it('is refused with the reason where the model does not take it, and where the page takes no draft', async () => {
    const { queue, call, close } = await stage([acme], {
      drafted: () => {
        throw new VoxreelError('forbidden', 'There are too many drafts.');
      },
    });
    await queue.submit({ model: 'acme-1', prompt: 'A paper boat' });
    assert.match(String((await call('c1', 'revise_video', { duration: 5, change: 'Shorter' }))['error']), /duration must be one of 4, 8/);
    assert.match(String((await call('c2', 'revise_video', { duration: 4, change: 'Shorter' }))['error']), /too many drafts/);
    close();
  });
});
