// Registries keep the plugin itself: what an instance has from its class, its private fields too, is there when it is used.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createVideoQueue, defineTool, dialects, providers, transports } from 'voxreel';
import type {
  Dialect,
  Storage,
  Transport,
  TransportTarget,
  VideoDraft,
  VideoProvider,
  VideoReading,
  VideoRequest,
  VideoTask,
  Wire,
} from 'voxreel';
import { checkProvider } from 'voxreel/testing';

import { isAllowed, runTool } from '../../../../src/core/realtime/tools/run-tool.js';

class Acme implements VideoProvider {
  readonly id = 'acme-class';
  readonly models = ['acme-class-*'];
  readonly #style = 'ink';
  readonly #made: string[] = [];

  get mirror(): readonly ['seed'] | readonly [] {
    return this.#style === 'ink' ? ['seed'] : [];
  }

  request(draft: VideoDraft, body: VideoRequest): VideoRequest {
    this.#made.push(draft.prompt);
    return { ...body, metadata: { ...body.metadata, style: this.#style } };
  }

  parse(_body: unknown, _base: string, reading: VideoReading): VideoReading {
    return this.#style === 'ink' ? reading : { ...reading, status: 'unknown' };
  }

  estimate(): { amount: number; unit: string } {
    return { amount: this.#made.length, unit: 'drops' };
  }
}

/** Keeps its records in a private field. */
class Shelf implements Storage<VideoTask> {
  readonly #records = new Map<string, VideoTask>();
  readonly persistent = false;

  async all(): ReturnType<Storage<VideoTask>['all']> {
    return [...this.#records].map(([key, record]) => ({ key, record }));
  }

  async put(key: string, record: VideoTask): Promise<void> {
    this.#records.set(key, record);
  }

  async remove(key: string): Promise<void> {
    this.#records.delete(key);
  }

  async clear(): Promise<void> {
    this.#records.clear();
  }
}

class Cable implements Transport {
  readonly id = 'cable';
  readonly audio = 'none';
  #opened = 0;

  open(_target: TransportTarget): Promise<Wire> {
    return Promise.reject(new Error(`no plug, ${++this.#opened} times`));
  }
}

describe('a plugin that is an instance of a class', () => {
  it('is given back as itself, until it is taken away', () => {
    const acme = new Acme();
    const [undo, again] = [providers.use(acme), providers.use(acme)];
    assert.equal(providers.get('acme-class'), acme);
    assert.ok(providers.list().includes(acme));
    undo();
    undo();
    assert.equal(providers.get('acme-class'), acme, 'it was used twice');
    again();
    assert.equal(providers.get('acme-class'), undefined);
  });

  it('makes the requests of a queue, which keeps them in a storage of a class', async () => {
    const bodies: unknown[] = [];
    const undo = providers.use(new Acme());
    const storage = new Shelf();
    const queue = createVideoQueue({
      baseUrl: 'http://127.0.0.1:9',
      storage,
      fetch: async (...request) => {
        bodies.push(await new Request(...request).json());
        return Response.json({ task_id: 't', status: 'succeeded', url: 'https://cdn.example/v.mp4' });
      },
    });
    const task = await queue.submit({ model: 'acme-class-1', prompt: 'a heron', seed: 7 });
    undo();
    assert.equal(task.providerId, 'acme-class');
    assert.equal(task.status, 'succeeded');
    assert.deepEqual(
      (bodies as { metadata: unknown }[]).map(({ metadata }) => metadata),
      [{ style: 'ink', seed: 7 }],
    );
    assert.equal((await storage.all()).length, 1);
    queue.close();
  });

  it('passes the check for providers', async () => {
    const draft = { model: 'acme-class-1', prompt: 'a heron', seed: 7 };
    const findings = await checkProvider(new Acme(), { takes: [{ draft, body: { metadata: { style: 'ink', seed: 7 } } }] });
    assert.deepEqual(findings, []);
  });

  it('opens and speaks as a transport and a dialect of the page', async () => {
    class Slang implements Dialect {
      readonly id = 'slang';
      readonly #base = dialects.get('vendor') as Dialect;
      names = (vendor?: string) => this.#base.names(vendor);
      encode(event: Parameters<Dialect['encode']>[0]): object {
        return { slang: this.#base.encode(event) };
      }
      decode(text: string): ReturnType<Dialect['decode']> {
        return this.#base.decode(text);
      }
    }
    const undo = [transports.use(new Cable()), dialects.use(new Slang())];
    const cable = transports.get('cable');
    assert.ok(cable !== undefined);
    await assert.rejects(cable.open({} as TransportTarget, new AbortController().signal), /no plug, 1 times/);
    const slang = dialects.get('slang');
    assert.ok(slang !== undefined && 'encode' in slang);
    assert.deepEqual(slang.encode({ type: 'response.cancel' }), { slang: { type: 'response.cancel' } });
    undo.forEach((take) => take());
  });

  it('is a tool that decides and runs with what it holds', async () => {
    class Purse {
      readonly name = 'pay';
      #left = 10;
      approve({ price }: { price: number }): boolean {
        return price <= this.#left;
      }
      execute({ price }: { price: number }): number {
        return (this.#left -= price);
      }
    }
    const tool = defineTool<{ price: number }>(new Purse());
    const context = { callId: 'c', signal: new AbortController().signal, tell: () => {}, handOver: async () => undefined };
    const allows = (price: number) => isAllowed(tool, { price }, context, async () => false);
    assert.deepEqual([await allows(10), await allows(11)], [true, false]);
    assert.equal(await runTool(tool, { price: 4 }, context), '6');
    assert.equal(await allows(10), false);
  });
});
