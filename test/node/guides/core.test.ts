// The guides for the core hold: their files are taken out of the text and run as a reader would run them.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { WebSocket, WebSocketServer } from 'ws';
import { createLocalService } from 'voxreel/local';
import { createWebsocketTransport } from 'voxreel/transports/websocket';
import { createRealtimeSession, transcript } from 'voxreel';
import type { EffectFactory, VoiceTool } from 'voxreel';

import { scriptedTransport, until } from '../core/realtime/scripted-transport.js';
import { userFolder } from '../user-folder.js';
import { guideFile } from './guide-file.js';

let folder: string;
before(() => {
  folder = userFolder('guide');
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the block that begins with the name of its file; gives its path. */
function fileOf(guide: string, name: string): string {
  const path = join(folder, name);
  writeFileSync(path, guideFile(guide, name));
  return path;
}

async function run(path: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    timeout: 120_000,
  });
  return stdout.trim();
}

describe('the guide to start with', () => {
  it('shows a queue that makes a video in Node', async () => {
    const service = createLocalService({ key: 'standard_key' });
    const { url } = await service.listen();
    const env = { SERVICE_URL: url, SERVICE_KEY: 'standard_key' };
    const said = await run(fileOf('start', 'first.mjs'), [], env).finally(() => service.close());
    assert.match(said, /^succeeded http:\/\/127\.0\.0\.1:\d+\/files\//);
  });
});

describe('the guide for authors of transports', () => {
  it('shows a transport and a check that finds nothing to fix', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    server.on('connection', (socket) => socket.on('message', () => socket.send('{"type":"response.created"}')));
    await new Promise((listening) => server.once('listening', listening));
    const { port } = server.address() as { readonly port: number };
    fileOf('write-a-transport', 'own-socket.js');
    const said = await run(fileOf('write-a-transport', 'own-socket.check.js'), [], { SERVER_URL: `http://127.0.0.1:${port}` }).finally(
      () => {
        for (const socket of server.clients) socket.terminate();
        server.close();
      },
    );
    assert.equal(said, 'Nothing to fix.');
  });
});

describe('the guide for authors of dialects', () => {
  it('shows a dialect and a check that finds nothing to fix', async () => {
    fileOf('write-a-dialect', 'acme.js');
    assert.equal(await run(fileOf('write-a-dialect', 'acme.check.js')), 'Nothing to fix.');
  });
});

describe('the guide for authors of effects', () => {
  it('shows an effect and a check that finds nothing to fix', async () => {
    fileOf('write-an-effect', 'moderation.js');
    assert.equal(await run(fileOf('write-an-effect', 'moderation.check.js')), 'Nothing to fix.');
  });

  it('shows one that stops an answer and says so', async () => {
    fileOf('write-an-effect', 'moderation.js');
    const { moderation } = (await import(pathToFileURL(join(folder, 'moderation.js')).href)) as {
      moderation(words: readonly string[]): EffectFactory;
    };
    const transport = scriptedTransport();
    const options = { baseUrl: 'http://x.test', model: 'm', getToken: async () => 't', transports: [transport] };
    const session = createRealtimeSession({ ...options, effects: [moderation(['secret'])] });
    await session.connect();
    const [connection] = transport.connections;
    assert.ok(connection);
    const part = { response_id: 'r', item_id: 'a', output_index: 0, content_index: 0 };
    const item = { id: 'a', type: 'message', role: 'assistant', status: 'in_progress' };
    connection.say({ type: 'response.created', response: { id: 'r' } }, { type: 'response.output_item.added', response_id: 'r', item });
    for (const delta of ['A ', 'secret', ' thing']) connection.say({ type: 'response.text.delta', ...part, delta });
    assert.deepEqual(
      connection.sent.map(({ type }) => type),
      ['response.cancel'],
    );
    assert.deepEqual(
      transcript(session.store.get()).map(({ text }) => text),
      ['A secret thing', 'This answer was stopped.'],
    );
    session.close();
  });
});

describe('the guide for tools', () => {
  it('shows a tool for a page without a bundler, which the local service calls by its name', async () => {
    const [, script = ''] =
      /<script type="module">\n([^]*?set_color[^]*?)<\/script>/.exec(readFileSync('stories/guides/tools.mdx', 'utf8')) ?? [];
    const path = join(folder, 'color.mjs');
    const page = 'export const element = {};\nexport const document = { body: { style: {} }, querySelector: () => element };\n';
    writeFileSync(path, page + script);
    const { element, document } = (await import(pathToFileURL(path).href)) as {
      element: { readonly tools: readonly VoiceTool[] };
      document: { readonly body: { readonly style: { readonly background?: string } } };
    };
    const service = createLocalService();
    const { url: baseUrl } = await service.listen();
    const session = createRealtimeSession({
      baseUrl,
      model: 'rehearsal',
      modalities: ['text'],
      getToken: async () => service.key,
      transports: [createWebsocketTransport({ createWebSocket: (url, protocols) => new WebSocket(url, protocols) })],
      tools: element.tools,
    });
    await session.connect();
    session.sendText('set color to lightblue');
    await until(() => transcript(session.store.get()).some(({ text }) => text?.includes('The background is lightblue now')));
    assert.equal(document.body.style.background, 'lightblue');
    session.close();
    await service.close();
  });

  it('shows one that runs with what its schema lets through, and tells the model of what it does not', async () => {
    const path = fileOf('tools', 'light.ts').replace(/\.ts$/, '.mjs');
    const { transform } = await import('esbuild');
    writeFileSync(path, (await transform(readFileSync(join(folder, 'light.ts'), 'utf8'), { loader: 'ts' })).code);
    const { setLight } = (await import(pathToFileURL(path).href)) as { setLight: VoiceTool };
    const asked: unknown[] = [];
    const fetchBefore = globalThis.fetch;
    globalThis.fetch = async (url, init) => Response.json(asked.push([url, init?.method, init?.body]));
    const transport = scriptedTransport();
    const options = { baseUrl: 'http://x.test', model: 'm', getToken: async () => 't', transports: [transport], tools: [setLight] };
    const session = createRealtimeSession(options);
    await session.connect();
    const [connection] = transport.connections;
    assert.ok(connection);
    const outputs = () =>
      connection.sent.map((event) => event['item'] as { readonly output?: string } | undefined).flatMap((item) => item?.output ?? []);
    for (const [at, level] of ['0.5', '7'].entries()) {
      const item = { id: `i${at}`, type: 'function_call', status: 'completed', call_id: `c${at}`, name: 'set_light' };
      const args = `{"room":"study","level":${level}}`;
      connection.say(
        { type: 'response.output_item.added', response_id: `r${at}`, item },
        { type: 'response.function_call_arguments.done', response_id: `r${at}`, item_id: item.id, call_id: item.call_id, arguments: args },
        { type: 'response.output_item.done', response_id: `r${at}`, item: { ...item, arguments: args } },
      );
      await until(() => outputs().length === at + 1);
    }
    session.close();
    globalThis.fetch = fetchBefore;
    assert.deepEqual(asked, [['/lights/study', 'PUT', '0.5']]);
    assert.equal(outputs()[0], '{"room":"study","level":0.5}');
    assert.match(outputs()[1] ?? '', /level/);
  });
});

describe('the guide for recordings', () => {
  const record = resolve('test/fixtures/conversation-text.jsonl');
  it('shows how one is read, and played to the same transcript', async () => {
    const [head, ...read] = (await run(fileOf('recording-and-replay', 'read.mjs'), [record])).split('\n');
    assert.match(head ?? '', /^4\d\d events$/);
    assert.ok(read.length > 5);
    assert.deepEqual((await run(fileOf('recording-and-replay', 'replay.mjs'), [record])).split('\n'), read);
  });
});
