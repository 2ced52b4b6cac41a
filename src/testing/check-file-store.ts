// Checks a file store: brings, reads and removes files of many sizes, and breaks uploads off.
import type { FileStore } from '../server/library/file-store.js';

/** How `checkFileStore` opens a store. */
export interface FileStoreFixtures {
  /** One and the same store each time, as each instance of a gateway opens it. */
  open(): FileStore | Promise<FileStore>;
}

type Finding = string;
type Check = (one: FileStore, other: FileStore, key: string) => AsyncGenerator<Finding>;

/** What is wrong, in words; an empty list when nothing is. Never throws for what the store does. Its files are removed. */
export async function checkFileStore(fixtures: FileStoreFixtures): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [what, check] of Object.entries(checks)) {
    const key = `check-${what}-${crypto.randomUUID()}`;
    try {
      const [one, other] = [await fixtures.open(), await fixtures.open()];
      for await (const finding of check(one, other, key)) findings.push(`${what}: ${finding}`);
      await one.remove(key);
    } catch (cause) {
      findings.push(`${what}: fails: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
  return findings;
}

const type = 'video/mp4';
/** Bytes whose place can be told from their value, almost. */
const sample = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) & 255);

async function* inPieces(bytes: Uint8Array, size = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.slice(at, at + size);
}

async function read(store: FileStore, key: string, start: number, end: number): Promise<Uint8Array | undefined> {
  const stream = await store.get(key, { start, end });
  return stream && new Uint8Array(await new Response(stream).arrayBuffer());
}

const same = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one?.byteLength === other.byteLength && one.every((byte, at) => byte === other[at]);

const checks: Readonly<Record<string, Check>> = {
  async *put(one, other, key) {
    if ((await one.get(key, { start: 0, end: 1 })) !== undefined || (await one.size(key)) !== undefined)
      yield 'a file that was never put is there.';
    const bytes = sample(123_457);
    await one.put(key, inPieces(bytes), { type, size: bytes.byteLength });
    if ((await other.size(key)) !== bytes.byteLength) yield `size() is ${String(await other.size(key))}, must be ${bytes.byteLength}.`;
    if (!same(await read(other, key, 0, bytes.byteLength), bytes)) yield 'a file does not come back as it was put.';
    for (const [start, end] of [
      [0, 2],
      [65_535, 65_537],
      [123_456, 123_457],
      [1, 123_457],
    ] as const)
      if (!same(await read(one, key, start, end), bytes.slice(start, end)))
        yield `bytes ${start} to ${end} are others than those that were put.`;
    await other.remove(key);
    await other.remove(key);
    if ((await one.get(key, { start: 0, end: 1 })) !== undefined || (await one.size(key)) !== undefined) yield 'remove() leaves it.';
  },
  /** Longer than one part of an upload in many, and of a length that nobody has said. */
  async *length(one, other, key) {
    const bytes = sample(9_000_001);
    await one.put(key, inPieces(bytes, 333_333), { type });
    if ((await other.size(key)) !== bytes.byteLength) yield 'a file of unknown length is not stored whole.';
    if (!same(await read(other, key, 8_388_600, 9_000_001), bytes.slice(8_388_600))) yield 'the end of a long file is not as it was put.';
  },
  async *broken(one, other, key) {
    async function* breaking(length: number): AsyncGenerator<Uint8Array> {
      yield* inPieces(sample(length));
      throw new Error('The body broke off.');
    }
    for (const length of [0, 50_000, 9_000_000]) {
      const outcome = await one.put(key, breaking(length), { type }).then(
        () => 'resolves',
        () => 'rejects',
      );
      if (outcome !== 'rejects') yield `put() ${outcome} for a body that breaks off after ${length} bytes.`;
      if ((await other.size(key)) !== undefined) yield `a body that broke off after ${length} bytes leaves a file.`;
    }
  },
  async *unfinished(one, other, key) {
    let go = (): void => {};
    const waiting = new Promise<void>((resolve) => (go = resolve));
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield sample(1000);
      await waiting;
      yield sample(1000);
    }
    const putting = one.put(key, slow(), { type });
    // Looked at below.
    putting.catch(() => {});
    if ((await other.size(key)) !== undefined) yield 'a file is there before all of it is.';
    go();
    await putting;
    if ((await other.size(key)) !== 2000) yield 'a slow file is not stored whole.';
  },
  async *abandoned(one, _other, key) {
    const bytes = sample(1_000_000);
    await one.put(key, inPieces(bytes), { type, size: bytes.byteLength });
    const stream = await one.get(key, { start: 0, end: bytes.byteLength });
    await stream?.cancel();
    if (!same(await read(one, key, 5, 10), bytes.slice(5, 10))) yield 'after a reader that left, a file cannot be read.';
  },
};
