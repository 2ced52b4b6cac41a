// What runs on the audio thread, here on one that the test moves on quantum by quantum.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

import type { CaptureChunk, CaptureOptions } from '../../../../src/core/audio/capture.worklet.js';
import type { ProcessorInstance } from '../../../../src/core/audio/worklet-scope.js';

/** A rate at which a twentieth of a second is a whole number of quanta. */
const rate = 51_200;
const quantum = 128;
const quantaInSecond = rate / quantum;

class Port extends EventTarget {
  readonly sent: unknown[] = [];
  start(): void {}
  postMessage(message: unknown, transfer: readonly ArrayBuffer[] = []): void {
    this.sent.push(structuredClone(message, { transfer: [...transfer] }));
  }
  /** From the page. */
  take(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

type Processor = ProcessorInstance & { readonly port: Port };
const processors = new Map<string, new (options: { readonly processorOptions?: unknown }) => Processor>();

before(async () => {
  Object.assign(globalThis, {
    sampleRate: rate,
    currentTime: 3,
    AudioWorkletProcessor: class {
      readonly port = new Port();
    },
    registerProcessor: (name: string, processor: new () => Processor) => processors.set(name, processor),
  });
  await import('../../../../src/core/audio/playback.worklet.js');
  await import('../../../../src/core/audio/capture.worklet.js');
});

function make(name: string, processorOptions: unknown): Processor {
  const Registered = processors.get(name);
  assert.ok(Registered);
  return new Registered({ processorOptions });
}

const level = (value: number) => new Float32Array(quantum).fill(value);

describe('the playback worklet', () => {
  const play = (processor: Processor, quanta: number) => {
    const output = new Float32Array(quantum);
    return Array.from({ length: quanta }, () => {
      assert.equal(processor.process([], [[output]]), true);
      return output[quantum - 1] ?? 0;
    });
  };

  it('plays what is pushed and reports twenty times a second, until a second after the end', () => {
    const processor = make('voxreel-playback', { latency: 'low' });
    processor.port.take(new Float32Array(rate).fill(0.5));
    processor.port.take('end');
    const values = play(processor, quantaInSecond);
    assert.ok(values.every((value) => value === 0.5));
    assert.equal(processor.port.sent.length, 20);
    assert.deepEqual(processor.port.sent.at(-1), { played: rate, idle: 0, underruns: 0, fades: 0 });
    assert.ok(play(processor, 3 * quantaInSecond).every((value) => value === 0));
    assert.equal(processor.port.sent.length, 40);
    assert.deepEqual(processor.port.sent.at(-1), { played: rate, idle: rate, underruns: 0, fades: 0 });
  });

  it('begins at once, and with `high` when the sound is ended or enough of it is there', () => {
    const quick = make('voxreel-playback', { latency: 'low' });
    quick.port.take(level(0.5));
    assert.ok(play(quick, 6).includes(0.5));
    const short = make('voxreel-playback', { latency: 'high' });
    short.port.take(level(0.5));
    assert.deepEqual(play(short, 2), [0, 0]);
    short.port.take('end');
    assert.deepEqual(play(short, 2), [0.5, 0]);
    const long = make('voxreel-playback', { latency: 'high' });
    long.port.take(new Float32Array(rate / 4 - 1).fill(0.5));
    assert.deepEqual(play(long, 1), [0]);
    long.port.take(Float32Array.of(0.5));
    assert.deepEqual(play(long, 1), [0.5]);
  });

  it('answers a fade once it is over, and counts from 0 after it', () => {
    const processor = make('voxreel-playback', { latency: 'low' });
    processor.port.take(new Float32Array(rate).fill(0.5));
    play(processor, 16);
    processor.port.take({ fade: 7 });
    const answers = () => processor.port.sent.filter((message) => 'fade' in (message as object));
    play(processor, 7);
    assert.deepEqual(answers(), []);
    play(processor, 1);
    assert.deepEqual(answers(), [{ fade: 7, heard: 16 * quantum + (rate * 0.02) / 2 }]);
    play(processor, 16);
    assert.deepEqual(processor.port.sent.at(-1), { played: 0, idle: 16 * quantum, underruns: 0, fades: 7 });
  });

  it('ends when it is stopped, and waits where it has no output', () => {
    const processor = make('voxreel-playback', { latency: 'low' });
    assert.equal(processor.process([], []), true);
    assert.equal(processor.process([], [[]]), true);
    processor.port.take('stop');
    assert.equal(processor.process([], [[level(0)]]), false);
  });
});

describe('the listener', () => {
  const hear = (processor: Processor, value: number, quanta = 1) => {
    for (let count = 0; count < quanta; count++) assert.equal(processor.process([[level(value)]], []), true);
  };

  it('says nothing before the first sound, which it reports at once', () => {
    const processor = make('voxreel-listener', {});
    processor.port.take({ restart: 4 });
    hear(processor, 0, quantaInSecond);
    hear(processor, 0.001);
    processor.process([], []);
    assert.deepEqual(processor.port.sent, []);
    hear(processor, -0.01);
    assert.deepEqual(processor.port.sent, [{ at: 3 + quantum / rate, restart: 4, heard: quantum, silent: 0 }]);
  });

  it('reports twenty times a second, and at once when the sound stops, until a second after it', () => {
    const processor = make('voxreel-listener', {});
    hear(processor, 0.5, quantaInSecond + 1);
    assert.equal(processor.port.sent.length, 21);
    hear(processor, 0.5, 5);
    hear(processor, 0);
    assert.deepEqual(processor.port.sent.at(-1), {
      at: 3 + quantum / rate,
      restart: 0,
      heard: rate + 7 * quantum,
      silent: quantum,
    });
    hear(processor, 0, 3 * quantaInSecond);
    assert.equal((processor.port.sent.at(-1) as { silent: number }).silent, rate - ((rate - quantum) % (rate / 20)));
    const count = processor.port.sent.length;
    hear(processor, 0.5);
    hear(processor, 0);
    assert.equal(processor.port.sent.length, count + 2);
  });

  it('counts from 0 again after a restart, until it is stopped', () => {
    const processor = make('voxreel-listener', {});
    hear(processor, 0.5, 10);
    processor.port.take({ restart: 1, late: false });
    hear(processor, 0.5);
    assert.deepEqual(processor.port.sent.at(-1), { at: 3 + quantum / rate, restart: 1, heard: quantum, silent: 0 });
    processor.port.take('stop');
    assert.equal(processor.process([[level(0.5)]], []), false);
  });

  describe('told late of a sound', () => {
    const quantaIn = (seconds: number) => Math.round(seconds * quantaInSecond);
    /** What it reports first after it was told, one quantum of sound later. */
    const toldAfter = (...heard: readonly (readonly [value: number, quanta: number])[]) => {
      const processor = make('voxreel-listener', {});
      for (const [value, quanta] of heard) hear(processor, value, quanta);
      processor.port.take({ restart: 1, late: true });
      const before = processor.port.sent.length;
      hear(processor, 0.5);
      const [report] = processor.port.sent.slice(before) as { heard: number; silent: number }[];
      return (report?.heard ?? 0) / quantum;
    };

    it('counts from the beginning of what began just now, its pauses included', () => {
      assert.equal(toldAfter([0.5, 10]), 11);
      assert.equal(toldAfter([0, 100], [0.5, 10], [0, quantaIn(0.09)], [0.5, 5]), 16 + quantaIn(0.09));
      assert.equal(toldAfter([0.5, 10], [0, quantaIn(0.09)]), 11 + quantaIn(0.09));
    });

    it('counts from 0 after silence, and in a sound that has gone on for longer than an announcement takes', () => {
      assert.equal(toldAfter([0, 100]), 1);
      assert.equal(toldAfter([0.5, 10], [0, quantaIn(0.11)]), 1);
      assert.equal(toldAfter([0.5, 10], [0, quantaIn(0.11)], [0.5, 3]), 4);
      assert.equal(toldAfter([0.5, quantaIn(0.5)]), 1 + quantaIn(0.5));
      assert.equal(toldAfter([0.5, quantaIn(0.5) + 1]), 1);
    });
  });
});

describe('the capture worklet', () => {
  const capture = (options: Partial<CaptureOptions> = {}) =>
    make('voxreel-capture', { sampleRateHz: rate, channels: 1, chunkLength: 256, ...options });
  const chunks = ({ port }: Processor) => port.sent as CaptureChunk[];
  /** The last sample of each channel that was handed over. */
  const last = (processor: Processor, count: number) => {
    const chunk = chunks(processor).at(-1);
    assert.ok(chunk);
    return [...new Int16Array(chunk.buffer, 0, chunk.length)].slice(-count).map((value) => Math.round((value / 32_767) * 100) / 100);
  };
  const feed = (processor: Processor, inputs: readonly Float32Array[][], quanta: number) => {
    for (let count = 0; count < quanta; count++) assert.equal(processor.process(inputs, []), true);
  };

  it('hands over chunks of the length asked for, at the rate asked for', () => {
    for (const [sampleRateHz, expected] of [
      [rate, quantaInSecond / 2],
      [rate / 2, quantaInSecond / 4],
    ] as const) {
      const processor = capture({ sampleRateHz });
      feed(processor, [[level(0.25)]], quantaInSecond);
      assert.ok(chunks(processor).every(({ length, buffer }) => length === 256 && buffer.byteLength === 512));
      assert.ok(Math.abs(chunks(processor).length - expected) <= 1, `${chunks(processor).length} chunks`);
      assert.deepEqual(last(processor, 1), [0.25]);
    }
  });

  it('mixes two channels into one, keeps them apart where two are asked for, and doubles one', () => {
    const mono = capture();
    feed(mono, [[level(0.5), level(-0.25)]], 8);
    assert.ok(Math.abs((last(mono, 1)[0] ?? 0) - 0.125) < 0.01);
    const stereo = capture({ channels: 2 });
    feed(stereo, [[level(0.5), level(-0.25)]], 8);
    assert.deepEqual(last(stereo, 2), [0.5, -0.25]);
    const doubled = capture({ channels: 2 });
    feed(doubled, [[level(0.5)]], 8);
    assert.deepEqual(last(doubled, 2), [0.5, 0.5]);
  });

  it('goes on in silence where nothing comes, and cuts off what is too loud', () => {
    const processor = capture();
    feed(processor, [[]], 8);
    feed(processor, [], 8);
    assert.deepEqual([chunks(processor).length >= 7, last(processor, 1)], [true, [0]]);
    feed(processor, [[level(3)]], 8);
    assert.deepEqual(last(processor, 1), [1]);
    feed(processor, [[level(-3)]], 8);
    assert.deepEqual(last(processor, 1), [-1]);
  });

  it('hands over what there is when it is flushed, under the number of the flush', () => {
    const processor = capture({ chunkLength: 4096 });
    feed(processor, [[level(0.5)]], 4);
    assert.deepEqual(chunks(processor), []);
    processor.port.take({ flush: 3 });
    const [chunk] = chunks(processor);
    assert.equal(chunk?.flush, 3);
    assert.ok(chunk.length > 0 && chunk.length <= 4 * quantum);
    feed(processor, [[level(0.5)]], 64);
    assert.equal(chunks(processor)[1]?.flush, undefined);
    assert.equal(chunks(processor)[1]?.length, 4096);
  });

  it('uses a buffer again that is given back, and ends when it is stopped', () => {
    const processor = capture();
    const returned = new ArrayBuffer(512);
    new Int16Array(returned).fill(9);
    processor.port.take(returned);
    feed(processor, [[level(0.5)]], 16);
    assert.equal(returned.byteLength, 0);
    processor.port.take('stop');
    assert.equal(processor.process([[level(0.5)]], []), false);
  });
});
