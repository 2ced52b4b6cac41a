// A file cut into parts of one length, of which one is in memory at a time.

/** The least that S3 takes is 5 MiB; with this much a file of 80 GiB has as many parts as it may have. */
export const partBytes = 8 * 1024 ** 2;

/** Each is to be done with before the next is asked for: all are written into the same memory. */
export async function* fileParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const part = new Uint8Array(partBytes);
  let filled = 0;
  for await (const piece of bytes)
    for (let rest = piece; rest.byteLength > 0;) {
      const taken = rest.subarray(0, partBytes - filled);
      part.set(taken, filled);
      filled += taken.byteLength;
      rest = rest.subarray(taken.byteLength);
      if (filled < partBytes) continue;
      yield part;
      filled = 0;
    }
  if (filled > 0) yield part.subarray(0, filled);
}
