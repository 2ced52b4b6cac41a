// The state in a Cluster and behind Sentinels: real servers, started here.
import assert from 'node:assert/strict';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';

import { Redis } from 'ioredis';
import { redisState } from 'voxreel/server';
import type { GatewayState } from 'voxreel/server';
import { checkState } from 'voxreel/testing';

import { startRedis, withoutRedis, type RedisServer } from './redis-server.js';

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await turn();
}

/** Asks one server, and lets it go. */
async function asking<T>({ port }: RedisServer, ask: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: 0 });
  client.on('error', () => {});
  try {
    return await ask(client);
  } finally {
    client.disconnect();
  }
}

const opened: GatewayState[] = [];
const kept = (state: GatewayState): GatewayState => (opened.push(state), state);
const closeAll = async (servers: readonly RedisServer[]): Promise<void> => {
  await Promise.all(opened.splice(0).map((state) => state.close()));
  await Promise.all(servers.map((server) => server.stop()));
};

describe('a state in a Cluster of three', { skip: withoutRedis, timeout: 240_000 }, () => {
  let nodes: readonly RedisServer[] = [];
  before(async () => {
    const settings = ['cluster-enabled yes', 'cluster-node-timeout 2000', 'cluster-config-file nodes.conf'];
    nodes = await Promise.all([0, 1, 2].map(() => startRedis({ settings, appendOnly: true })));
    const slots = ['0 5460', '5461 10922', '10923 16383'];
    for (const [at, node] of nodes.entries())
      await asking(node, async (client) => {
        await client.call('CLUSTER', 'ADDSLOTSRANGE', ...(slots[at] ?? '').split(' '));
        for (const { port } of nodes) await client.call('CLUSTER', 'MEET', '127.0.0.1', port);
      });
    for (const node of nodes)
      await until(() =>
        asking(node, async (client) => {
          const info = String(await client.call('CLUSTER', 'INFO'));
          return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3');
        }),
      );
  });
  after(() => closeAll(nodes));
  const open = (): GatewayState => kept(redisState({ cluster: nodes.map(({ url }) => url) }));

  it('keeps the contract', async () => assert.deepEqual(await checkState({ open }), []));

  it('uses all nodes, and finds them from one', async () => {
    const state = kept(redisState({ cluster: [nodes[1]?.url ?? ''] }, { prefix: 'spread:' }));
    for (let at = 0; at < 60; at += 1) await state.put(`name ${at}`, 'value', 60_000);
    const counts = await Promise.all(nodes.map((node) => asking(node, async (client) => (await client.keys('spread:*')).length)));
    assert.equal(
      counts.reduce((sum, one) => sum + one, 0),
      60,
    );
    assert.ok(
      counts.every((count) => count > 0),
      String(counts),
    );
    assert.equal(await open().get('name 7'), undefined, 'another prefix is another state');
  });

  it('refuses what lies on a node that is gone, and has it again when the node is back', async () => {
    const state = open();
    for (let at = 0; at < 30; at += 1) assert.equal(await state.claim(`paid ${at}`, `answer ${at}`, 60_000), undefined);
    await nodes[2]?.kill();
    const answers = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => state.get(`paid ${at}`)));
    assert.ok(answers.some(({ status }) => status === 'rejected'));
    await nodes[2]?.start();
    for (let at = 0; at < 30; at += 1) {
      await until(async () => (await state.get(`paid ${at}`)) === `answer ${at}`);
      assert.equal(await state.claim(`paid ${at}`, 'twice', 60_000), `answer ${at}`);
    }
  });
});

/** Two servers, the second a replica of the first. */
async function startPair(): Promise<readonly [RedisServer, RedisServer]> {
  const first = await startRedis();
  const second = await startRedis({ settings: [`replicaof 127.0.0.1 ${first.port}`, 'repl-diskless-sync-delay 0'] });
  await until(() => asking(second, async (client) => (await client.info('replication')).includes('master_link_status:up')));
  return [first, second];
}

const watching = ({ port }: RedisServer, quorum: number): readonly string[] => [
  `sentinel monitor site 127.0.0.1 ${port} ${quorum}`,
  'sentinel down-after-milliseconds site 500',
  'sentinel failover-timeout site 3000',
];

describe('a state behind Sentinels', { skip: withoutRedis, timeout: 240_000 }, () => {
  let servers: readonly RedisServer[] = [];
  let sentinels: readonly RedisServer[] = [];
  before(async () => {
    const pair = await startPair();
    servers = pair;
    const settings = watching(pair[0], 2);
    sentinels = await Promise.all([0, 1, 2].map(() => startRedis({ settings, sentinel: true })));
    // One whose clock jumps, as on a machine that is busy, would do nothing for half a minute.
    for (const sentinel of sentinels)
      await asking(sentinel, (client) => client.call('SENTINEL', 'DEBUG', 'tilt-trigger', '60000', 'tilt-period', '1000')).catch(() => {
        // A Redis before 7 cannot be told so.
      });
    for (const sentinel of sentinels)
      await until(() =>
        asking(sentinel, async (client) =>
          /num-slaves,1,.*num-other-sentinels,2,/.test(String(await client.call('SENTINEL', 'MASTER', 'site'))),
        ),
      );
  });
  after(() => closeAll([...servers, ...sentinels]));
  const open = (): GatewayState => kept(redisState({ sentinels: sentinels.map(({ url }) => url), name: 'site' }));

  it('keeps the contract', async () => assert.deepEqual(await checkState({ open }), []));

  it('goes on with the server that takes over, and tells it again what it claimed', async () => {
    const state = open();
    assert.equal(await state.claim('paid', 'answer', 60_000), undefined);
    await servers[0]?.kill();
    await assert.rejects(state.get('paid'));
    await until(async () => (await state.claim('paid', 'twice', 60_000)) === 'answer');
    assert.equal(
      await asking(servers[1] ?? assert.fail(), async (client) => (await client.info('replication')).includes('role:master')),
      true,
    );
  });
});

/** Between a client and its Sentinel: once told to, it holds back who the master is until the client has heard of a takeover. */
async function startHolding({ port }: RedisServer): Promise<{ url: string; hold(): void; server: Server }> {
  let holding = false;
  const held: (() => void)[] = [];
  const server = createServer((client) => {
    const sentinel = connect(port, '127.0.0.1');
    let asks = false;
    const forward = (data: Buffer): void => {
      if (holding && asks) return void held.push(() => forward(data));
      client.write(data);
      if (!holding || !/message[^]*\+switch-master/.test(data.toString())) return;
      holding = false;
      // The client acts on the news first, as it does when both arrive together.
      setImmediate(() => held.splice(0).forEach((release) => release()));
    };
    client.on('data', (data) => {
      asks = data.includes('get-master-addr-by-name');
      sentinel.write(data);
    });
    sentinel.on('data', forward);
    const end = (one: Socket) => (): void => void one.destroy();
    client.on('error', () => {}).on('close', end(sentinel));
    sentinel.on('error', () => {}).on('close', end(client));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, hold: () => (holding = true), server };
}

describe('a state whose Sentinel tells of a takeover while it is asked for the master', { skip: withoutRedis, timeout: 120_000 }, () => {
  let servers: readonly RedisServer[] = [];
  let between: Awaited<ReturnType<typeof startHolding>> | undefined;
  after(async () => {
    await closeAll(servers);
    between?.server.close();
  });

  it('comes back by itself', async () => {
    const [first, second] = await startPair();
    const sentinel = await startRedis({ settings: watching(first, 1), sentinel: true });
    servers = [first, second, sentinel];
    await until(() =>
      asking(sentinel, async (client) => String(await client.call('SENTINEL', 'MASTER', 'site')).includes('num-slaves,1,')),
    );
    between = await startHolding(sentinel);
    const state = kept(redisState({ sentinels: [between.url], name: 'site' }));
    assert.equal(await state.claim('paid', 'answer', 60_000), undefined);
    between.hold();
    await first.kill();
    await until(async () => (await state.claim('paid', 'twice', 60_000)) === 'answer');
  });
});
