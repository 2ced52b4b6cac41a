// A file of a folder on its way to a player: whole, in a few buffers, and closed in the end.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { rmSync } from 'node:fs';
import { after, it } from 'node:test';

import { folderFiles } from 'voxreel/server/node';

import { timedStream, type StreamClock } from '../../../../src/server/answers/timed-stream.js';
import { writeAnswer, type Outgoing } from '../../../../src/server/answers/write-answer.js';
import { temporaryFolder } from './stores.js';

/** A caller whose system takes each piece from its buffer late, three at a time. */
class LateCaller extends EventEmitter implements Outgoing {
  readonly destroyed = false;
  readonly headersSent = false;
  readonly got: Buffer[] = [];
  readonly buffers = new Set<ArrayBufferLike>();
  readonly #waiting: { readonly piece: Uint8Array; readonly written: (() => void) | undefined }[] = [];

  writeHead(): void {}
  write(piece: Uint8Array, written?: () => void): boolean {
    this.buffers.add(piece.buffer);
    this.#waiting.push({ piece, written });
    if (this.#waiting.length < 3) return true;
    setImmediate(() => {
      this.#take();
      this.emit('drain');
    });
    return false;
  }
  end(): void {
    this.#take();
  }
  destroy(): void {
    assert.fail('It was cut off.');
  }
  #take(): void {
    for (const { piece, written } of this.#waiting.splice(0)) {
      this.got.push(Buffer.from(piece));
      written?.();
    }
  }
}

const folder = temporaryFolder();
after(() => rmSync(folder, { recursive: true, force: true }));

async function* inOnePiece(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

const clock = (): StreamClock => ({ caller: new AbortController().signal, idleMs: 60_000, totalMs: 60_000, abandon: () => {} });

it('sends a file whole in a few buffers, and reuses none before it is written', async () => {
  const files = folderFiles(folder);
  const film = randomBytes(10_000_001);
  const key = 'played';
  await files.put(key, inOnePiece(film), { type: 'video/mp4' });
  for (const [start, end] of [
    [0, film.byteLength],
    [70_000, 9_000_000],
  ] as const) {
    const caller = new LateCaller();
    const stream = (await files.get(key, { start, end })) ?? assert.fail('There is no file.');
    await writeAnswer(new Response(timedStream(stream, clock())), caller);
    assert.ok(Buffer.concat(caller.got).equals(film.subarray(start, end)), 'the bytes are those of the file');
    assert.ok(caller.buffers.size <= 8, `${caller.buffers.size} buffers for ${caller.got.length} pieces`);
  }
});

it('reuses no piece that its reader keeps', async () => {
  const files = folderFiles(folder);
  const film = randomBytes(1_000_000);
  const key = 'read';
  await files.put(key, inOnePiece(film), { type: 'video/mp4' });
  const pieces: Uint8Array[] = [];
  for await (const piece of (await files.get(key, { start: 0, end: film.byteLength })) ?? []) pieces.push(piece);
  assert.ok(Buffer.concat(pieces).equals(film));
});

it('lets go of a source that is too slow, and of one that nobody reads', async () => {
  for (const give of [true, false]) {
    const cancelled = new Promise<void>((resolve) => {
      const source = new ReadableStream<Uint8Array>({
        start: (controller) => give && controller.enqueue(new Uint8Array(1)),
        cancel: () => resolve(),
      });
      const reader = timedStream(source, { ...clock(), idleMs: 10 }).getReader();
      void reader.read().catch(() => {});
    });
    await cancelled;
  }
});
