// The worker's own end: what it does with each word of the page, of its sockets, of the microphone and of the speaker.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

import type { OutputState } from '../../../../../src/core/audio/player.js';
import type { ThreadCommand, ThreadReport } from '../../../../../src/core/realtime/thread/messages.js';
import { settled } from '../../audio/scripted-graph.js';

class Socket extends EventTarget {
  static readonly made: Socket[] = [];
  static refusal: DOMException | undefined;
  readyState = 0;
  bufferedAmount = 0;
  binaryType = '';
  closedWith: readonly unknown[] | undefined;
  readonly sent: string[] = [];
  readonly url: string;
  readonly protocols: readonly string[];
  constructor(url: string, protocols: readonly string[]) {
    super();
    if (Socket.refusal !== undefined) throw Socket.refusal;
    [this.url, this.protocols] = [url, protocols];
    Socket.made.push(this);
  }
  accept(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  say(...events: readonly object[]): void {
    for (const event of events) this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));
  }
  send(data: string): void {
    this.sent.push(data);
  }
  close(...how: readonly unknown[]): void {
    this.readyState = 3;
    this.closedWith = how;
  }
  lose(code: number): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: 'gone' }));
  }
}

/** To a worklet, whose side is the test. */
class Port extends EventTarget {
  readonly sent: unknown[] = [];
  start(): void {}
  close(): void {}
  postMessage(message: unknown): void {
    this.sent.push(message);
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const scope = new EventTarget();
/** Listeners for what the policy of the worker's file forbids. */
let watchers = 0;
const watched = (type: string, change: number) => void (watchers += type === 'securitypolicyviolation' ? change : 0);
const reports: ThreadReport[] = [];
const page: Record<string, unknown> = {
  WorkerGlobalScope: EventTarget,
  WebSocket: Socket,
  postMessage: (report: ThreadReport) => void reports.push(report),
  addEventListener: (type: string, listener: EventListener) => (watched(type, 1), scope.addEventListener(type, listener)),
  removeEventListener: (type: string, listener: EventListener) => (watched(type, -1), scope.removeEventListener(type, listener)),
};
for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { configurable: true, value });
await import('../../../../../src/core/realtime/thread/sound.worker.js');
const greeting = reports.splice(0);

const tell = (...commands: readonly ThreadCommand[]) => {
  for (const data of commands) scope.dispatchEvent(new MessageEvent('message', { data }));
};
const of = <K extends ThreadReport['kind']>(kind: K) =>
  reports.filter((report): report is Extract<ThreadReport, { kind: K }> => report.kind === kind);

let last = 0;
const opening = (dialect = 'vendor') => {
  const socket = ++last;
  tell({ kind: 'open', socket, dialect, url: 'wss://service.test/', protocols: ['p'], connectionTimeoutMs: 5000 });
  return { socket, wire: Socket.made.at(-1) ?? assert.fail('no socket') };
};
const opened = async (dialect?: string) => {
  const made = opening(dialect);
  made.wire.accept();
  await settled();
  return made;
};
const begun = async (dialect?: string) => {
  const made = await opened(dialect);
  tell({ kind: 'begin', socket: made.socket, format: 'pcm16' });
  return made;
};

beforeEach(() => {
  reports.length = Socket.made.length = 0;
  Socket.refusal = undefined;
});
afterEach(() => {
  for (let socket = 1; socket <= last; socket++) tell({ kind: 'close', socket, code: 1000, reason: '' });
  tell({ kind: 'stop' });
  mock.timers.reset();
});

it('a worker speaks first', () => assert.deepEqual(greeting, [{ kind: 'ready' }]));

describe('a socket in a worker', () => {
  it('is opened as the page says, and closed as it says', async () => {
    const { socket, wire } = await opened();
    assert.deepEqual([wire.url, wire.protocols, wire.binaryType], ['wss://service.test/', ['p'], 'arraybuffer']);
    assert.deepEqual(reports, [{ kind: 'opened', socket }]);
    tell({ kind: 'close', socket, code: 4000, reason: 'enough' }, { kind: 'close', socket, code: 4001, reason: 'again' });
    tell({ kind: 'send', socket, data: 'late' }, { kind: 'begin', socket, format: undefined });
    assert.deepEqual([wire.closedWith, wire.sent], [[4000, 'enough'], []]);
  });

  it('delivers nothing before the page is ready, then everything in order', async () => {
    const { socket, wire } = await opened();
    wire.say({ type: 'session.created', session: {} }, { type: 'response.created', response: { id: 'r' } });
    wire.lose(1011);
    assert.equal(reports.length, 1);
    tell({ kind: 'begin', socket, format: undefined });
    assert.deepEqual(
      reports.slice(1).map((report) => (report.kind === 'message' ? JSON.parse(String(report.data)).type : report.kind)),
      ['session.created', 'response.created', 'closed'],
    );
    assert.deepEqual(of('closed')[0]?.reason, { code: 1011, reason: 'gone', retryable: true });
    const other = await begun();
    reports.length = 0;
    other.wire.say({ type: 'session.created', session: {} });
    tell({ kind: 'begin', socket: other.socket, format: 'pcm16' });
    other.wire.lose(4001);
    assert.deepEqual(
      reports.map(({ kind }) => kind),
      ['message', 'closed'],
      'each once',
    );
  });

  it('that is closed while it opens is closed, and is never open for the page', async () => {
    const { socket, wire } = opening();
    tell({ kind: 'close', socket, code: 1000, reason: '' });
    wire.accept();
    await new Promise((resolve) => setTimeout(resolve, 1));
    await settled();
    assert.ok(wire.closedWith);
    assert.deepEqual(of('opened'), []);
    const late = opening();
    late.wire.accept();
    tell({ kind: 'close', socket: late.socket, code: 1000, reason: '' });
    await settled();
    assert.ok(late.wire.closedWith);
    assert.deepEqual(of('opened'), []);
  });

  const refusalOf = async () => {
    for (let turn = 0; of('refused').length === 0; turn++) {
      assert.ok(turn < 1000, 'nothing was refused');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const [{ error, isForbidden } = assert.fail()] = of('refused');
    return { code: error.code, retryable: error.retryable, status: error.status, message: error.message, isForbidden };
  };

  it('that the service refuses is refused with the reason', async () => {
    opening().wire.dispatchEvent(Object.assign(new Event('error'), { message: 'Unexpected response: 401' }));
    assert.deepEqual(await refusalOf(), {
      code: 'unauthorized',
      retryable: false,
      status: 401,
      message: 'Unexpected response: 401',
      isForbidden: false,
    });
  });

  it('that the policy of the worker’s file forbids is forbidden, whenever the browser says so', async () => {
    const { wire } = opening();
    wire.dispatchEvent(new Event('error'));
    await Promise.resolve();
    scope.dispatchEvent(new Event('securitypolicyviolation'));
    assert.deepEqual((await refusalOf()).isForbidden, true);

    reports.length = 0;
    opening().wire.dispatchEvent(new Event('error'));
    const { code, retryable, isForbidden } = await refusalOf();
    assert.deepEqual([code, retryable, isForbidden], ['connection_failed', true, false]);
    assert.equal(watchers, 0, 'the policy is watched while a socket opens');
  });

  it('that the browser does not make is forbidden for reasons of security alone', async () => {
    for (const [name, isForbidden] of [
      ['SecurityError', true],
      ['SyntaxError', false],
    ] as const) {
      reports.length = 0;
      Socket.refusal = new DOMException('no', name);
      tell({ kind: 'open', socket: ++last, dialect: 'vendor', url: 'wss://service.test/', protocols: [], connectionTimeoutMs: 5 });
      const refused = await refusalOf();
      assert.deepEqual([refused.code, refused.retryable, refused.isForbidden], ['connection_failed', true, isForbidden]);
    }
  });

  it('counts what waits to leave after the page has sent, until nothing waits', async () => {
    const { socket, wire } = await begun();
    mock.timers.enable({ apis: ['setTimeout'] });
    tell({ kind: 'send', socket, data: 'one' }, { kind: 'send', socket, data: 'two' });
    assert.deepEqual(wire.sent, ['one', 'two']);
    wire.bufferedAmount = 6;
    mock.timers.tick(49);
    assert.deepEqual(of('buffered'), []);
    mock.timers.tick(1);
    tell({ kind: 'send', socket, data: 'three' });
    wire.bufferedAmount = 0;
    mock.timers.tick(50);
    mock.timers.tick(500);
    assert.deepEqual(of('buffered'), [
      { kind: 'buffered', socket, bytes: 6, sent: 2 },
      { kind: 'buffered', socket, bytes: 0, sent: 3 },
    ]);
    wire.readyState = 2;
    tell({ kind: 'send', socket, data: 'lost' });
    mock.timers.tick(50);
    assert.deepEqual([wire.sent.length, of('buffered').at(-1)], [3, { kind: 'buffered', socket, bytes: 0, sent: 4 }]);
    wire.bufferedAmount = 9;
    tell({ kind: 'send', socket, data: 'more' }, { kind: 'close', socket, code: 1000, reason: '' });
    mock.timers.tick(500);
    assert.equal(of('buffered').length, 3);
  });
});

describe('a socket in a worker that is lost with something still to leave', () => {
  it('counts no longer: it keeps its bytes for ever', async () => {
    const { socket, wire } = await begun();
    mock.timers.enable({ apis: ['setTimeout'] });
    tell({ kind: 'send', socket, data: 'one' });
    wire.bufferedAmount = 9;
    wire.lose(1006);
    mock.timers.tick(500);
    assert.deepEqual(of('buffered'), [{ kind: 'buffered', socket, bytes: 0, sent: 1 }]);
  });
});

describe('the sound of a service in a worker', () => {
  const created = (id: string) => ({ type: 'response.created', event_id: `c_${id}`, response: { id } });
  const delta = (id: string, type = 'response.audio.delta') => ({
    type,
    event_id: `d_${id}`,
    response_id: id,
    item_id: `of_${id}`,
    output_index: 0,
    content_index: 0,
    delta: Buffer.from(new Int16Array(480).fill(16_384).buffer).toString('base64'),
  });
  const speech = { type: 'input_audio_buffer.speech_started', event_id: 's', audio_start_ms: 0, item_id: 'u' };
  const output = { latencySeconds: 0, isRunning: true };
  const speaker = (given: OutputState = output) => {
    const port = new Port();
    tell({ kind: 'player', sampleRateHz: 24_000, output: given }, { kind: 'connect', port: port as unknown as MessagePort });
    const samples = () => port.sent.reduce<number>((sum, one) => sum + (one instanceof Float32Array ? one.length : 0), 0);
    const played = (count: number, more: object = {}) => port.say({ played: count, idle: 0, underruns: 0, fades: 0, ...more });
    return { port, samples, played };
  };

  it('is played where the page has a speaker, in the words of the connection’s dialect', async () => {
    const { wire } = await begun();
    wire.say(created('q'), delta('q'));
    const { samples } = speaker();
    wire.say(created('r'), delta('r'));
    assert.equal(samples(), 480);
    for (const [dialect, type, expected] of [
      ['openai-ga', 'response.output_audio.delta', 480],
      ['openai-beta', 'response.audio.delta', 480],
      ['openai-beta', 'response.output_audio.delta', 0],
    ] as const) {
      const other = await begun(dialect);
      const at = speaker();
      other.wire.say(created('r'), delta('r', type));
      assert.equal(at.samples(), expected, `${dialect} ${type}`);
    }
  });

  it('is reported: whether it plays, how often it had nothing, and what was heard, each as it changes', async () => {
    const { wire } = await begun();
    const { played } = speaker();
    wire.say(created('r'));
    reports.length = 0;
    wire.say(delta('r'), delta('r'));
    assert.deepEqual(of('playing'), [{ kind: 'playing', playing: true, underruns: 0 }]);
    played(240);
    assert.deepEqual(
      of('heard').map(({ parts }) => parts.map(({ itemId, heardMs, receivedMs }) => [itemId, heardMs, receivedMs])),
      [[['of_r', 10, 40]]],
    );
    played(480, { underruns: 1 });
    played(960, { underruns: 1 });
    assert.deepEqual(
      of('playing').map(({ playing, underruns }) => [playing, underruns]),
      [
        [true, 0],
        [true, 1],
        [false, 1],
      ],
    );
  });

  it('is late by as much as the page says', async () => {
    const { wire } = await begun();
    const { played } = speaker({ latencySeconds: 0.002, isRunning: true });
    wire.say(created('r'), delta('r'));
    played(240);
    tell({ kind: 'output', output: { latencySeconds: 0.005, isRunning: true } });
    played(240);
    assert.deepEqual(
      of('heard').map(({ parts }) => parts[0]?.heardMs),
      [8, 5],
    );
  });

  it('is silenced as the user speaks, before the page hears of it, and no more is played of that answer', async () => {
    const { socket, wire } = await begun();
    const { port, samples } = speaker();
    wire.say(created('r'), delta('r'));
    reports.length = 0;
    wire.say(speech, delta('r'));
    const cut = of('message')[0]?.cut ?? assert.fail('not cut');
    assert.ok(cut < 0);
    assert.deepEqual(
      reports.map((report) => report.kind),
      ['playing', 'message', 'message'],
    );
    assert.equal(of('message')[1]?.cut, undefined);
    port.say({ fade: 1, heard: 120 });
    await settled();
    assert.deepEqual(
      of('cut').map(({ cut: number, parts }) => [number, parts.map(({ heardMs }) => heardMs)]),
      [[cut, [5]]],
    );
    assert.equal(samples(), 480);
    wire.say(created('q'), delta('q'), speech);
    assert.equal(samples(), 960);
    assert.equal(of('message').at(-1)?.cut, cut - 1);
    tell({ kind: 'begin', socket, format: undefined });
    wire.say(speech);
    assert.equal(of('message').at(-1)?.cut, undefined, 'the page plays it itself');
  });

  it('is silenced by the page: the answer that it names, and those that are being made', async () => {
    const [first, second] = [await begun(), await begun()];
    const { port, samples } = speaker();
    first.wire.say(created('r1'), delta('r1'));
    second.wire.say(created('r2'));
    tell({ kind: 'interrupt', cut: 4, responseId: 'r3', output });
    for (const id of ['r1', 'r2', 'r3']) second.wire.say(delta(id));
    assert.equal(samples(), 480);
    port.say({ fade: 1, heard: 240 });
    await settled();
    assert.deepEqual(
      of('cut').map(({ cut, parts }) => [cut, parts.map(({ itemId, heardMs }) => [itemId, heardMs])]),
      [[4, [['of_r1', 10]]]],
    );
    second.wire.say(created('r4'), delta('r4'));
    assert.equal(samples(), 960);
  });

  it('is not waited for where the page says that its context stands still', async () => {
    const { wire } = await begun();
    speaker();
    wire.say(created('still'), delta('still'));
    mock.timers.enable({ apis: ['setTimeout'] });
    tell({ kind: 'interrupt', cut: 6, responseId: 'still', output: { latencySeconds: 0, isRunning: false } });
    mock.timers.tick(300);
    await settled();
    assert.deepEqual(
      of('cut').map(({ cut, parts }) => [cut, parts.map(({ heardMs }) => heardMs)]),
      [[6, [0]]],
    );
  });

  it('was not heard where there is no speaker, or none any more', async () => {
    const { wire } = await begun();
    tell({ kind: 'interrupt', cut: 5, responseId: 'r', output });
    await settled();
    assert.deepEqual(of('cut'), [{ kind: 'cut', cut: 5, parts: [] }]);
    const { port, samples } = speaker();
    tell({ kind: 'stop' });
    wire.say(created('fresh'), delta('fresh'));
    assert.deepEqual([samples(), port.sent], [0, ['stop']]);
    tell({ kind: 'end', itemId: 'a', contentIndex: 0 }, { kind: 'stop' });
  });

  it('of the page’s own is played too, to its end', () => {
    const { port, samples, played } = speaker();
    const given = new Float32Array(480).fill(0.5);
    tell(
      { kind: 'push', itemId: 'a', contentIndex: 1, samples: given, sampleRateHz: 24_000 },
      { kind: 'end', itemId: 'a', contentIndex: 1 },
    );
    assert.deepEqual([samples(), port.sent.at(-1)], [480, 'end']);
    played(480);
    assert.deepEqual(of('heard').at(-1)?.parts, [{ itemId: 'a', contentIndex: 1, heardMs: 20, receivedMs: 20, ended: true }]);
  });
});

describe('what is said in a worker', () => {
  let captures = 0;
  let told = 0;
  const microphone = () => {
    const capture = ++captures;
    const port = new Port();
    tell({ kind: 'capture', capture, port: port as unknown as MessagePort, format: 'pcm16', samplesPerMs: 24 });
    const say = (value = 1, length = 48) => {
      const { buffer } = new Int16Array(length).fill(value);
      const before = of('chunk').length;
      port.say({ buffer, length });
      const chunks = of('chunk').slice(before);
      told += chunks.length;
      return chunks[0];
    };
    return { capture, port, say };
  };
  const sentBy = ({ sent }: Socket) => sent.map((text) => JSON.parse(text));

  it('goes to the page, until that names a socket and has seen all of it', async () => {
    const { socket, wire } = await begun();
    const { capture, say } = microphone();
    const audio = Buffer.from(new Int16Array(48).fill(1).buffer).toString('base64');
    assert.deepEqual(say(), { kind: 'chunk', capture, audio, durationMs: 2, sent: undefined });
    tell({ kind: 'speech', socket, seen: told - 1 });
    assert.equal(say()?.sent, undefined);
    tell({ kind: 'speech', socket, seen: told });
    const ids = [say(), say()].map((chunk) => (chunk?.sent?.socket === socket ? chunk.sent.eventId : undefined));
    assert.equal(new Set(ids).size, 2);
    assert.deepEqual(
      sentBy(wire),
      ids.map((event_id) => ({ type: 'input_audio_buffer.append', event_id, audio })),
    );
  });

  it('goes to the page again where the socket is slow or closing, and stays there', async () => {
    for (const trouble of [{ bufferedAmount: 256 * 1024 }, { readyState: 2 }]) {
      const { socket, wire } = await begun();
      const { say } = microphone();
      tell({ kind: 'speech', socket, seen: told });
      wire.bufferedAmount = 256 * 1024 - 1;
      assert.ok(say()?.sent);
      Object.assign(wire, trouble);
      assert.equal(say()?.sent, undefined);
      Object.assign(wire, { bufferedAmount: 0, readyState: 1 });
      assert.equal(say()?.sent, undefined);
      assert.equal(wire.sent.length, 1);
      tell({ kind: 'speech', socket, seen: told });
      assert.ok(say()?.sent);
    }
  });

  it('goes to the page where the socket is lost, or closed by the page', async () => {
    for (const end of ['lose', 'close'] as const) {
      const { socket, wire } = await begun();
      const { say } = microphone();
      tell({ kind: 'speech', socket, seen: told });
      if (end === 'lose') wire.lose(1006);
      else tell({ kind: 'close', socket, code: 1000, reason: '' });
      assert.deepEqual([say()?.sent, wire.sent], [undefined, []]);
    }
  });

  it('passes no closed gate', async () => {
    const { say } = microphone();
    tell({ kind: 'gate', isOpen: false });
    assert.equal(say(), undefined);
    tell({ kind: 'gate', isOpen: true });
    assert.ok(say());
  });

  it('is flushed before the page hears so; what comes then is the page’s', async () => {
    const { socket, wire } = await begun();
    const { capture, port, say } = microphone();
    tell({ kind: 'speech', socket, seen: told });
    tell({ kind: 'flush', capture, flush: 3 });
    await settled();
    assert.deepEqual(of('flushed'), []);
    port.say({ buffer: new Int16Array(48).buffer, length: 48, flush: 1 });
    told++;
    await settled();
    assert.deepEqual(of('flushed'), [{ kind: 'flushed', flush: 3 }]);
    assert.equal(wire.sent.length, 1);
    assert.equal(say()?.sent, undefined);
    tell({ kind: 'flush', capture: 999, flush: 4 });
    await settled();
    assert.deepEqual(of('flushed').at(-1), { kind: 'flushed', flush: 4 });
  });

  it('is not read any more once its capture is released', () => {
    const { capture, port, say } = microphone();
    tell({ kind: 'release', capture }, { kind: 'release', capture });
    assert.deepEqual([say(), port.sent.at(-1)], [undefined, 'stop']);
    assert.equal(port.sent.filter((one) => one === 'stop').length, 1);
  });
});
