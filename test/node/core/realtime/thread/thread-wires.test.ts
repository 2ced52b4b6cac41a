// The page's end of a worker: connections, the speaker and the microphone that are there, as the page has them here.
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';

import { vendor } from 'voxreel/dialects/vendor';

import type { HeardPart } from '../../../../../src/core/audio/playout-ledger.js';
import type { OutputState } from '../../../../../src/core/audio/player.js';
import type { Chunk } from '../../../../../src/core/realtime/speech/sound-wire.js';
import { createThreadWires } from '../../../../../src/core/realtime/thread/thread-wires.js';
import type { TransportTarget, WireClosed } from '../../../../../src/core/transports/transport.js';
import { linked } from './scripted-link.js';

function page() {
  const { worker, link } = linked();
  const wires = createThreadWires(link, 'vendor');
  const heard: unknown[] = [];
  const closed: WireClosed[] = [];
  /** What the page does when a message comes. */
  const on: { message: () => void } = { message: () => undefined };
  const target = {
    baseUrl: 'https://service.test',
    model: 'm',
    token: 't',
    names: vendor.names(undefined),
    connectionTimeoutMs: 1234,
    handlers: {
      message: (data: unknown) => (heard.push(data), on.message()),
      closed: (reason: WireClosed) => void closed.push(reason),
    },
  } as unknown as TransportTarget;
  const open = (signal = new AbortController().signal) => wires.open(target, signal);
  const opened = async (signal?: AbortSignal) => {
    const opening = open(signal);
    worker.say({ kind: 'opened', socket: worker.of('open').length });
    return (await opening) ?? assert.fail('refused');
  };
  const message = (data: string, { socket = 1, cut = undefined as number | undefined } = {}) =>
    worker.say({ kind: 'message', socket, data, cut });
  return { worker, link, wires, heard, closed, on, open, opened, message };
}

const error = { code: 'unauthorized', message: 'Who are you?', retryable: false, status: 401 };
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a connection in a worker', () => {
  it('is opened there, by its number, and hears what comes over it', async () => {
    const { worker, opened, message, heard } = page();
    await opened();
    await opened();
    const [first, second] = worker.of('open');
    assert.deepEqual([first?.socket, second?.socket], [1, 2]);
    assert.deepEqual(
      [first?.dialect, first?.connectionTimeoutMs, first?.url, first?.protocols],
      ['vendor', 1234, second?.url, vendor.names(undefined).subprotocols('t')],
    );
    assert.match(first?.url ?? '', /^wss:\/\/service\.test\/.*model=m/);
    message('one');
    message('two', { socket: 2 });
    message('of nobody', { socket: 3 });
    assert.deepEqual(heard, ['one', 'two']);
  });

  it('sends what the page sends, until it is closed, and nothing that no service takes', async () => {
    const { worker, opened, message, heard } = page();
    const wire = await opened();
    wire.send('Hello.');
    assert.throws(() => wire.send('x'.repeat(wire.maxMessageBytes + 1)), { code: 'invalid_input' });
    wire.begin('pcm16');
    wire.close(4000, 'enough');
    assert.throws(() => wire.send('Late.'), { code: 'connection_lost', retryable: true });
    assert.deepEqual(worker.commands.slice(1), [
      { kind: 'send', socket: 1, data: 'Hello.' },
      { kind: 'begin', socket: 1, format: 'pcm16' },
      { kind: 'close', socket: 1, code: 4000, reason: 'enough' },
    ]);
    message('late');
    assert.deepEqual(heard, []);
    assert.equal(wire.bufferedBytes, 6);
    (await opened()).close();
    assert.deepEqual(worker.commands.at(-1), { kind: 'close', socket: 2, code: 1000, reason: '' });
  });

  it('counts what waits there, and what the worker has not counted yet', async () => {
    const { worker, opened } = page();
    const wire = await opened();
    assert.equal(wire.bufferedBytes, 0);
    wire.send('four');
    wire.send(new Uint8Array(10));
    wire.send('x'.repeat(100));
    assert.equal(wire.bufferedBytes, 114);
    worker.say({ kind: 'buffered', socket: 1, bytes: 3, sent: 1 });
    assert.equal(wire.bufferedBytes, 113);
    worker.say({ kind: 'buffered', socket: 1, bytes: 7, sent: 2 });
    assert.equal(wire.bufferedBytes, 107);
    worker.say({ kind: 'buffered', socket: 1, bytes: 0, sent: 3 });
    assert.equal(wire.bufferedBytes, 0);
    wire.send('four');
    assert.equal(wire.bufferedBytes, 4);
  });

  it('that the service refuses is refused as it said; one that the worker’s policy forbids is none', async () => {
    const { worker, open, message, heard } = page();
    const refused = open();
    worker.say({ kind: 'refused', socket: 1, error, isForbidden: false });
    await assert.rejects(refused, error);
    message('late');
    assert.deepEqual(heard, []);
    const forbidden = open();
    worker.say({ kind: 'refused', socket: 2, error, isForbidden: true });
    assert.equal(await forbidden, undefined);
  });

  it('that closes says so once; before it was open it has failed', async () => {
    const { worker, open, opened, closed, heard, message } = page();
    const wire = await opened();
    const reason = { code: 1011, reason: 'broken', retryable: true };
    worker.say({ kind: 'closed', socket: 1, reason }, { kind: 'closed', socket: 1, reason });
    message('late');
    assert.deepEqual([closed, heard], [[reason], []]);
    assert.throws(() => wire.send('Late.'), { code: 'connection_lost' });
    const opening = open();
    worker.say({ kind: 'closed', socket: 2, reason });
    await assert.rejects(opening, { code: 'connection_failed', message: 'broken', retryable: true });
    assert.equal(closed.length, 1);
  });

  it('can be given up while it is opened, and not by the same signal afterwards', async () => {
    const { worker, open, opened } = page();
    await assert.rejects(open(AbortSignal.abort()), { code: 'aborted' });
    assert.deepEqual(
      worker.commands.map(({ kind }) => kind),
      ['open', 'close'],
    );
    const stop = new AbortController();
    const opening = open(stop.signal);
    stop.abort();
    await assert.rejects(opening, { code: 'aborted' });
    assert.deepEqual(worker.commands.at(-1), { kind: 'close', socket: 2, code: 1000, reason: '' });
    const later = new AbortController();
    const wire = await opened(later.signal);
    later.abort();
    wire.send('Still here.');
    assert.equal(worker.commands.at(-1)?.kind, 'send');
  });

  for (const type of ['error', 'messageerror'] as const)
    it(`is lost with its worker (${type}), which ends then, and may be opened again`, async () => {
      const { worker, link, open, opened, closed } = page();
      const wire = await opened();
      const opening = open();
      assert.equal(wire.thread.isLost, false);
      assert.equal(worker.fail(type).defaultPrevented, true);
      assert.deepEqual(
        closed.map(({ retryable }) => retryable),
        [true],
      );
      await assert.rejects(opening, { code: 'connection_failed', retryable: true });
      assert.deepEqual([wire.thread.isLost, link.isLost, worker.terminated], [true, true, true]);
      worker.fail(type);
      assert.equal(closed.length, 1);
    });
});

describe('the speaker of a worker', () => {
  const part: HeardPart = { itemId: 'a', contentIndex: 0, heardMs: 10, receivedMs: 20, ended: false };
  async function speaking() {
    const made = page();
    const { thread } = await made.opened();
    let output: OutputState = { latencySeconds: 0.02, isRunning: true };
    const heard: (readonly HeardPart[])[] = [];
    const lost = mock.fn();
    const player = thread.createPlayer({
      sampleRateHz: 48_000,
      output: () => output,
      heard: (parts) => heard.push(parts),
      lost,
    });
    return { ...made, thread, player, heard, lost, become: (now: OutputState) => (output = now) };
  }

  it('plays what the page gives it, and keeps no memory of the page’s', async () => {
    const { worker, player } = await speaking();
    const samples = new Float32Array([0.5, -0.5]);
    const { port1 } = new MessageChannel();
    player.connect(port1);
    player.push('a', 1, samples, 24_000);
    player.end('a', 1);
    player.close();
    assert.deepEqual(worker.commands.slice(1), [
      { kind: 'player', sampleRateHz: 48_000, output: { latencySeconds: 0.02, isRunning: true } },
      { kind: 'connect', port: port1 },
      { kind: 'push', itemId: 'a', contentIndex: 1, samples, sampleRateHz: 24_000 },
      { kind: 'end', itemId: 'a', contentIndex: 1 },
      { kind: 'stop' },
    ]);
    const [, , connected, pushed] = worker.transfers;
    const sent = worker.of('push')[0]?.samples;
    assert.deepEqual([connected, pushed], [[port1], [sent?.buffer]]);
    assert.notEqual(sent, samples);
    port1.close();
  });

  it('says whether it plays, how often it had nothing, and what was heard', async () => {
    const { worker, player, heard } = await speaking();
    assert.deepEqual([player.playing, player.underruns], [false, 0]);
    worker.say({ kind: 'playing', playing: true, underruns: 2 }, { kind: 'heard', parts: [part] });
    assert.deepEqual([player.playing, player.underruns, heard], [true, 2, [[part]]]);
  });

  it('knows where the sound goes, as soon as that has changed by a millisecond, or stands still', async () => {
    const { worker, become } = await speaking();
    const toldAfter = (now: OutputState) => {
      const before = worker.of('output').length;
      become(now);
      worker.say({ kind: 'heard', parts: [] }, { kind: 'heard', parts: [] });
      return worker
        .of('output')
        .slice(before)
        .map(({ output }) => output);
    };
    assert.deepEqual(toldAfter({ latencySeconds: 0.0205, isRunning: true }), []);
    for (const now of [
      { latencySeconds: 0.0215, isRunning: true },
      { latencySeconds: 0.0204, isRunning: true },
      { latencySeconds: 0.0204, isRunning: false },
    ])
      assert.deepEqual(toldAfter(now), [now]);
  });

  it('is interrupted by the page: each time with what was heard until then', async () => {
    const { worker, player } = await speaking();
    const first = player.interrupt('r');
    const second = player.interrupt();
    assert.deepEqual(
      worker.of('interrupt').map(({ cut, responseId, output }) => [cut, responseId, output]),
      [
        [1, 'r', { latencySeconds: 0.02, isRunning: true }],
        [2, undefined, { latencySeconds: 0.02, isRunning: true }],
      ],
    );
    worker.say({ kind: 'cut', cut: 2, parts: [] }, { kind: 'cut', cut: 7, parts: [] }, { kind: 'cut', cut: 1, parts: [part] });
    assert.deepEqual([await first, await second], [[part], []]);
  });

  it('was interrupted by the worker where the same message makes the page interrupt: that is not done twice', async () => {
    const { worker, player, on, message } = await speaking();
    const cuts: Promise<readonly HeardPart[]>[] = [];
    on.message = () => void cuts.push(player.interrupt('r'));
    message('speech', { cut: -1 });
    assert.equal(worker.of('interrupt').length, 0);
    worker.say({ kind: 'cut', cut: -1, parts: [part] });
    assert.deepEqual(await cuts[0], [part]);

    on.message = () => void cuts.push(player.interrupt('r'), player.interrupt('r'));
    message('speech', { cut: -2 });
    assert.equal(worker.of('interrupt').length, 1, 'only the first');

    on.message = () => undefined;
    message('speech', { cut: -3 });
    void player.interrupt('r');
    assert.equal(worker.of('interrupt').length, 2, 'a later one is the page’s');
    message('words');
    on.message = () => void player.interrupt('r');
    message('words');
    assert.equal(worker.of('interrupt').length, 3);
  });

  it('is silent once its worker is lost: nothing more is heard of what was cut', async () => {
    const { worker, player, lost } = await speaking();
    worker.say({ kind: 'playing', playing: true, underruns: 0 });
    const cutting = player.interrupt('r');
    worker.fail();
    assert.deepEqual([await cutting, player.playing, lost.mock.callCount()], [[], false, 1]);
    assert.deepEqual(await player.interrupt('r'), []);
    assert.equal(worker.of('interrupt').length, 1);
  });
});

describe('the microphone of a worker', () => {
  async function listening() {
    const made = page();
    const wire = await made.opened();
    const input = { format: 'pcm16', samplesPerMs: 24 } as const;
    const capture = () => {
      const chunks: Chunk[] = [];
      const { port1 } = new MessageChannel();
      port1.close();
      return { chunks, port: port1, reading: wire.thread.readChunks(input, (chunk) => chunks.push(chunk))(port1) };
    };
    const chunk = (of: number, sent?: { readonly socket: number; readonly eventId: string }) =>
      made.worker.say({ kind: 'chunk', capture: of, audio: 'AAAA', durationMs: 40, sent });
    return { ...made, wire, capture, chunk };
  }

  it('is read there, each by its number, and the page hears of each chunk, and over which wire it has left', async () => {
    const { worker, wire, capture, chunk } = await listening();
    const [first, second] = [capture(), capture()];
    assert.deepEqual(worker.of('capture'), [
      { kind: 'capture', capture: 1, port: first.port, format: 'pcm16', samplesPerMs: 24 },
      { kind: 'capture', capture: 2, port: second.port, format: 'pcm16', samplesPerMs: 24 },
    ]);
    assert.deepEqual(worker.transfers.slice(-2), [[first.port], [second.port]]);
    chunk(1);
    chunk(1, { socket: 1, eventId: 'e1' });
    chunk(2, { socket: 9, eventId: 'e2' });
    const known = { audio: 'AAAA', durationMs: 40 };
    assert.deepEqual(first.chunks, [
      { ...known, sent: undefined },
      { ...known, sent: { wire, eventId: 'e1' } },
    ]);
    assert.deepEqual(second.chunks, [{ ...known, sent: undefined }]);
  });

  it('sends from there once the page has dealt with all chunks, also those that nobody reads any more', async () => {
    const { worker, wire, capture, chunk } = await listening();
    const { chunks, reading } = capture();
    chunk(1);
    reading.close();
    chunk(1);
    wire.sendSpeech();
    wire.thread.gate(false);
    assert.equal(chunks.length, 1);
    assert.deepEqual(worker.commands.slice(-3), [
      { kind: 'release', capture: 1 },
      { kind: 'speech', socket: 1, seen: 2 },
      { kind: 'gate', isOpen: false },
    ]);
  });

  it('is flushed when the worker says so, each by its number; at once where the worker is lost', async () => {
    const { worker, capture } = await listening();
    const { reading } = capture();
    const over: number[] = [];
    const flush = (nth: number) => reading.flush().then(() => over.push(nth));
    void flush(1);
    void flush(2);
    void flush(3);
    assert.deepEqual(
      worker.of('flush').map(({ capture: of, flush: nth }) => [of, nth]),
      [
        [1, 1],
        [1, 2],
        [1, 3],
      ],
    );
    worker.say({ kind: 'flushed', flush: 2 }, { kind: 'flushed', flush: 9 });
    await settled();
    assert.deepEqual(over, [2]);
    worker.fail();
    await settled();
    assert.deepEqual(over, [2, 1, 3]);
    await flush(4);
    assert.equal(worker.of('flush').length, 3);
  });
});

describe('a worker', () => {
  const counted = () => {
    const { worker, link } = linked();
    const counts = { reports: 0, losses: 0 };
    link.on('ready', () => counts.reports++);
    link.onLost(() => counts.losses++);
    return { worker, link, counts };
  };

  it('that is lost is lost once, and is not heard any more', () => {
    const { worker, counts } = counted();
    worker.say({ kind: 'ready' }, { kind: 'opened', socket: 1 });
    worker.fail();
    worker.fail('messageerror');
    worker.say({ kind: 'ready' });
    assert.deepEqual(counts, { reports: 1, losses: 1 });
  });

  it('that is finished is not heard any more, and ends a second later', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { worker, link, counts } = counted();
    link.finish();
    worker.say({ kind: 'ready' });
    worker.fail();
    context.mock.timers.tick(999);
    assert.deepEqual([counts, link.isLost, worker.terminated], [{ reports: 0, losses: 0 }, false, false]);
    context.mock.timers.tick(1);
    assert.equal(worker.terminated, true);
  });
});
