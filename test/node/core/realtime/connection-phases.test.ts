// The phases of a connection: how often it tries, what it gives up for, and what it leaves behind.
import assert from 'node:assert/strict';
import { describe, it, test, type TestContext } from 'node:test';

import { VoxreelError } from 'voxreel';

import { Connection, type ReconnectPolicy } from '../../../../src/core/realtime/connection/connection.js';
import type { Dial } from '../../../../src/core/realtime/connection/open-wire.js';
import { createTransportOrder } from '../../../../src/core/realtime/connection/transport-order.js';
import { scriptedTransport, until, type ScriptedTransport } from './scripted-transport.js';

const policy: ReconnectPolicy = { maxAttempts: 5, baseMs: 1, maxMs: 2, climbAfterMs: 1e9 };
const refusal = (more: ConstructorParameters<typeof VoxreelError>[2] = {}) =>
  new VoxreelError('connection_failed', 'no path', { retryable: true, ...more });

interface Setting {
  readonly transports?: ScriptedTransport[];
  readonly token?: Dial['token'];
  readonly policy?: ReconnectPolicy | undefined;
  readonly wantsSound?: boolean;
  readonly endsAt?: () => number | undefined;
  readonly quiet?: () => boolean;
}

function connecting(setting: Setting = {}) {
  const transport = scriptedTransport();
  let tokens = 0;
  const { token = async () => `t${++tokens}`, transports = [transport] } = setting;
  const { wantsSound = false, endsAt = () => undefined, quiet = () => true } = setting;
  const heard: string[] = [];
  let onMessage = () => {};
  let onOpened = () => {};
  const connection = new Connection(
    {
      dial: {
        token,
        target: () =>
          ({ baseUrl: 'https://service.example', names: { sdpPath: '/sdp', websocketPath: '/ws' } }) as ReturnType<Dial['target']>,
      },
      order: createTransportOrder(
        () => transports,
        () => wantsSound,
      ),
      timing: { endsAt, quiet },
      policy: 'policy' in setting ? setting.policy : policy,
      begins: (_, { id }) => heard.push(`begins ${id}`),
    },
    {
      phase: (phase) => heard.push(phase),
      opened(_, { id }) {
        heard.push(`opened ${id}`);
        onOpened();
      },
      message(data) {
        heard.push(`message ${(JSON.parse(String(data)) as { type: string }).type}`);
        onMessage();
      },
      lost: () => heard.push('lost'),
      failed: ({ code, message, retryable }) => heard.push(`${code}: ${message}${retryable ? '' : ' (final)'}`),
    },
  );
  /** What was heard since the last time. */
  const news = () => heard.splice(0);
  return {
    transport,
    connection,
    news,
    tokens: () => tokens,
    onMessage: (act: () => void) => (onMessage = act),
    onOpened: (act: () => void) => (onOpened = act),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** From now on wires open when the test says so. */
function gate(transport: ScriptedTransport): () => void {
  const openWire = transport.open.bind(transport);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  transport.open = async (target, signal) => {
    await released;
    return openWire(target, signal);
  };
  return release;
}

/** Time passes only where the test says so, each step after what has begun. */
const stopClock = (context: TestContext) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_000_000 });
  context.mock.method(Math, 'random', () => 1);
  return async (ms: number, stepMs = 250) => {
    await settled();
    for (let at = 0; at < ms; at += stepMs) {
      context.mock.timers.tick(Math.min(stepMs, ms - at));
      await settled();
    }
  };
};

describe('a connection', () => {
  it('is made once, however often it is asked for', async () => {
    const { connection, transport, news } = connecting();
    assert.deepEqual(
      [connection.phase, connection.wire, connection.transport, connection.openedAt],
      ['idle', undefined, undefined, undefined],
    );
    const first = connection.connect();
    assert.equal(connection.connect(), first);
    await first;
    await settled();
    await connection.connect();
    assert.equal(transport.connections.length, 1);
    assert.ok(connection.wire);
    assert.deepEqual(news(), ['connecting', 'begins scripted', 'open', 'opened scripted']);
    assert.equal(connection.transport, transport);
    assert.equal(typeof connection.openedAt, 'number');
    connection.close();
  });

  it('is closed with its wire, and may be made again', async () => {
    const { connection, transport, news } = connecting();
    await connection.connect();
    news();
    connection.close();
    assert.deepEqual(news(), ['lost', 'closed']);
    assert.equal(transport.connections[0]?.closed, true);
    assert.deepEqual([connection.wire, connection.openedAt], [undefined, undefined]);
    await connection.connect();
    assert.equal(connection.phase, 'open');
    connection.close();
  });

  it('that was never asked for has nothing to close', () => {
    const { connection, news } = connecting();
    connection.close();
    assert.deepEqual([connection.phase, news()], ['idle', []]);
  });

  it('that is given up for good closes its wire, says why, and only once', async () => {
    const { connection, transport, news } = connecting();
    await connection.connect();
    news();
    connection.fail(refusal());
    assert.deepEqual(news(), ['lost', 'failed', 'connection_failed: no path']);
    assert.equal(transport.connections[0]?.closed, true);
    connection.fail(refusal());
    connection.close();
    assert.deepEqual([connection.phase, news()], ['failed', []]);
    const closed = connecting();
    await closed.connection.connect();
    closed.connection.close();
    closed.news();
    closed.connection.fail(refusal());
    assert.deepEqual(closed.news(), []);
  });

  it('being made stops when it is closed, and is made again when it is asked for', async () => {
    const { connection, transport, news } = connecting({ policy: { ...policy, baseMs: 60_000, maxMs: 60_000 } });
    transport.failures.push(refusal());
    const opening = connection.connect();
    await until(() => connection.retry?.at !== undefined);
    connection.close();
    await assert.rejects(opening, { code: 'aborted' });
    assert.deepEqual(news(), ['connecting', 'closed']);
    await connection.connect();
    assert.deepEqual(news(), ['connecting', 'begins scripted', 'open', 'opened scripted']);
    connection.close();
  });

  it('that is asked for as the one before is given up is made, once', async () => {
    const { connection, transport, news } = connecting();
    const release = gate(transport);
    const given = assert.rejects(connection.connect(), { code: 'aborted' });
    await settled();
    connection.close();
    const wanted = connection.connect();
    release();
    await given;
    await wanted;
    assert.deepEqual(news(), ['connecting', 'closed', 'connecting', 'begins scripted', 'open', 'opened scripted']);
    connection.close();

    const other = connecting();
    const rejected = assert.rejects(other.connection.connect(), { code: 'aborted' });
    other.connection.close();
    const letIn = gate(other.transport);
    const again = other.connection.connect();
    await rejected;
    await settled();
    assert.equal(other.connection.connect(), again);
    letIn();
    await again;
    other.connection.close();
  });

  it('that is closed as it opens is watched by nobody', async (context) => {
    const pass = stopClock(context);
    const endsAt = Date.now() + 100_000;
    const { connection, transport, onOpened, tokens } = connecting({ endsAt: () => endsAt });
    onOpened(() => connection.close());
    await connection.connect();
    await pass(100_000, 10_000);
    assert.deepEqual([connection.phase, tokens(), transport.connections[0]?.closed], ['closed', 1, true]);
  });
});

describe('the first connection', () => {
  for (const [what, given, attempts] of [
    ['three times', policy, 3],
    ['as often as the page says, if that is less', { ...policy, maxAttempts: 2 }, 2],
    ['once where a lost one is not made again', undefined, 1],
  ] as const)
    it(`is tried ${what}`, async () => {
      const { connection, transport, news, tokens } = connecting({ policy: given });
      transport.failures.push(...Array.from({ length: 9 }, () => refusal()));
      await assert.rejects(connection.connect(), { code: 'connection_failed' });
      assert.equal(tokens(), attempts);
      assert.deepEqual(news(), ['connecting', 'failed', 'connection_failed: no path']);
      transport.failures.length = 0;
      await connection.connect();
      assert.equal(connection.phase, 'open');
      connection.close();
    });

  it('counts from the beginning each time it is asked for', async () => {
    const { connection, transport } = connecting();
    transport.failures.push(...Array.from({ length: 5 }, () => refusal()));
    await assert.rejects(connection.connect());
    await connection.connect();
    connection.close();
  });

  it('tells of each attempt after the first', async () => {
    const { connection, transport } = connecting({ policy: { ...policy, baseMs: 60_000, maxMs: 60_000 } });
    transport.failures.push(refusal());
    const retry = () => connection.retry;
    assert.equal(retry(), undefined);
    const opening = connection.connect();
    assert.equal(retry(), undefined);
    await until(() => retry()?.at !== undefined);
    assert.equal(retry()?.attempt, 2);
    const release = gate(transport);
    assert.equal(connection.connect(), opening);
    await until(() => retry()?.at === undefined);
    assert.equal(retry()?.attempt, 2);
    release();
    await opening;
    assert.equal(retry(), undefined);
    connection.close();
  });

  it('is not tried again where that does not help, unless a fresh token does', async () => {
    for (const [error, attempts] of [
      [refusal({ retryable: false }), 1],
      [new VoxreelError('unauthorized', 'no', { retryable: true }), 1],
      [new VoxreelError('token_used', 'late', { status: 401 }), 2],
    ] as const) {
      const { connection, transport, tokens } = connecting();
      transport.failures.push(error);
      await connection.connect().catch(() => undefined);
      assert.equal(tokens(), attempts, error.code);
      connection.close();
    }
  });

  it('is tried again where no token could be made, whatever the reason', async () => {
    let asked = 0;
    const { connection } = connecting({ token: () => (++asked === 1 ? Promise.reject(new Error('no network')) : Promise.resolve('t')) });
    await connection.connect();
    assert.equal(asked, 2);
    connection.close();
  });

  it('waits as long as the service asks for', async (context) => {
    const pass = stopClock(context);
    const { connection, transport, tokens } = connecting();
    transport.failures.push(refusal({ retryAfterMs: 5000 }), refusal());
    const opening = connection.connect();
    await pass(4999);
    assert.equal(tokens(), 1);
    await pass(1);
    assert.equal(tokens(), 2);
    await pass(2);
    assert.equal(tokens(), 3, 'and no longer after the next refusal');
    await opening;
    connection.close();
  });
});

describe('a connection that is lost', () => {
  it('is made again, or has failed where the page wants no other or none can help', async () => {
    for (const [given, reason, expected] of [
      [policy, {}, ['lost', 'reconnecting']],
      [undefined, {}, ['lost', 'failed', 'connection_lost: cut']],
      [undefined, { reason: '' }, ['lost', 'failed', 'connection_lost: The connection was lost.']],
      [policy, { retryable: false, reason: 'policy' }, ['lost', 'failed', 'connection_lost: policy (final)']],
    ] as const) {
      const { connection, transport, news } = connecting({ policy: given });
      await connection.connect();
      news();
      transport.connections[0]?.cut(reason);
      assert.deepEqual(news(), expected);
      connection.close();
    }
  });

  for (const [heldMs, lossesUntilFailed] of [
    [10_000, 2],
    [10_001, undefined],
  ] as const)
    it(`after ${heldMs} ms is one that ${lossesUntilFailed === undefined ? 'held' : 'did not hold'}`, async (context) => {
      const pass = stopClock(context);
      const { connection, transport } = connecting({ policy: { ...policy, maxAttempts: 2 } });
      await connection.connect();
      let losses = 0;
      while (losses < 4 && connection.phase === 'open') {
        await pass((connection.openedAt ?? 0) + heldMs - Date.now(), heldMs);
        transport.connections.at(-1)?.cut();
        losses++;
        await pass(50, 1);
      }
      assert.equal(connection.phase === 'failed' ? losses : undefined, lossesUntilFailed);
      connection.close();
    });

  it('is tried as often as the page says, each attempt counted', async (context) => {
    const pass = stopClock(context);
    const { connection, transport, news, tokens } = connecting({ policy: { ...policy, baseMs: 1000, maxMs: 100_000 } });
    await connection.connect();
    await pass(20_000);
    news();
    transport.failures.push(...Array.from({ length: 9 }, () => refusal()));
    transport.connections[0]?.cut();
    const shown: unknown[] = [connection.retry];
    for (const afterMs of [1000, 2000, 4000, 8000]) {
      await pass(0);
      shown.push([connection.retry?.attempt, (connection.retry?.at ?? 0) - Date.now()]);
      await pass(afterMs);
    }
    const waits = [1000, 2000, 4000, 8000].map((ms, nth) => [nth + 2, ms]);
    assert.deepEqual(shown, [{ attempt: 1, at: undefined }, ...waits]);
    assert.equal(tokens(), 6);
    assert.deepEqual(news(), ['lost', 'reconnecting', 'failed', 'connection_failed: no path']);
  });

  it('without a network counts no attempt, makes one a minute, and begins at once when asked', async (context) => {
    const pass = stopClock(context);
    const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    context.after(() => {
      if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator');
      else Object.defineProperty(globalThis, 'navigator', before);
    });
    Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true });
    const { connection, transport, tokens } = connecting({ policy: { ...policy, maxAttempts: 2 } });
    await connection.connect();
    await pass(11_000);
    transport.failures.push(...Array.from({ length: 4 }, () => refusal()));
    transport.connections[0]?.cut();
    await pass(59_999, 59_999);
    assert.deepEqual([connection.phase, tokens()], ['reconnecting', 2]);
    await pass(120_001, 60_000);
    assert.deepEqual([connection.phase, tokens()], ['reconnecting', 4]);
    const asked = connection.connect();
    await pass(0);
    assert.deepEqual([connection.phase, tokens()], ['reconnecting', 5]);
    connection.close();
    await assert.rejects(asked, { code: 'aborted' });

    const first = connecting({ policy: { ...policy, maxAttempts: 1 } });
    first.transport.failures.push(refusal());
    await assert.rejects(first.connection.connect());
  });

  it('is followed at once by the wire that was to take over, and nobody reconnects', async (context) => {
    const pass = stopClock(context);
    const [endsAt, speech] = [Date.now() + 100_000, { quiet: true }];
    const { connection, transport, news } = connecting({ endsAt: () => endsAt, quiet: () => speech.quiet });
    await connection.connect();
    const openWire = transport.open.bind(transport);
    transport.open = (target, signal) => ((speech.quiet = false), openWire(target, signal));
    await pass(70_000);
    news();
    transport.connections[0]?.cut();
    assert.deepEqual(news(), ['lost', 'begins scripted', 'open', 'opened scripted']);
    assert.equal(transport.connections.length, 2);
    connection.close();
  });
});

describe('a wire', () => {
  it('that takes over closes the one before, which is heard no more', async (context) => {
    const pass = stopClock(context);
    const endsAt = Date.now() + 100_000;
    const { connection, transport, news } = connecting({ endsAt: () => endsAt });
    await connection.connect();
    news();
    await pass(80_000);
    const [first, second] = transport.connections;
    assert.equal(first?.closed, true);
    assert.deepEqual(news(), ['lost', 'begins scripted', 'open', 'opened scripted']);
    first?.say({ type: 'late' });
    first?.cut();
    second?.say({ type: 'now' });
    assert.deepEqual(news(), ['message now']);
    await pass(100_000);
    assert.equal(transport.connections.length, 2);
    connection.close();
  });

  it('that fails by what it says first was never open', async () => {
    const { connection, transport, news, onMessage } = connecting();
    const openWire = transport.open.bind(transport);
    transport.open = async (target, signal) => {
      const wire = await openWire(target, signal);
      transport.connections[0]?.say({ type: 'error' });
      return wire;
    };
    onMessage(() => connection.fail(refusal()));
    await connection.connect();
    assert.deepEqual(news(), ['connecting', 'begins scripted', 'message error', 'lost', 'failed', 'connection_failed: no path']);
    assert.equal(connection.phase, 'failed');
  });
});

describe('a wire too slow for sound', () => {
  it('gives way to text alone, once', async () => {
    const { connection, transport, news } = connecting({ wantsSound: true });
    assert.equal(connection.giveUpSound(), false, 'there is no wire');
    await connection.connect();
    news();
    assert.equal(connection.giveUpSound(), true);
    await until(() => connection.transport?.id === 'text');
    assert.deepEqual(news(), ['lost', 'begins text', 'open', 'opened text']);
    assert.deepEqual(
      transport.connections.map(({ closed }) => closed),
      [true, false],
    );
    assert.equal(connection.giveUpSound(), false);
    connection.close();
  });

  it('stays where a page wants no other wire', async () => {
    const { connection } = connecting({ wantsSound: true, policy: undefined });
    await connection.connect();
    assert.equal(connection.giveUpSound(), false);
    connection.close();
  });

  it('is tried last from then on', async () => {
    const [other, slow] = [scriptedTransport('other'), scriptedTransport('slow')];
    other.failures.push(refusal());
    const { connection } = connecting({ wantsSound: true, transports: [other, slow] });
    await connection.connect();
    assert.equal(connection.giveUpSound(), true);
    await until(() => connection.transport?.id === 'text');
    slow.connections[1]?.cut();
    await until(() => connection.phase === 'open');
    assert.equal(connection.transport?.id, 'text');
    connection.close();
  });
});

test('where there is no way to continue as text, sound is not given up', async () => {
  const { connection } = connecting();
  assert.equal(connection.giveUpSound(), false);
  await connection.connect();
  assert.equal(connection.giveUpSound(), false);
  connection.close();
});
