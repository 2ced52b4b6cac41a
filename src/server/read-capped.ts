// A body read to its end, or not at all when it is too long. Knows no format and no answer.

/** The bytes of a body, or undefined when there are more than `maxBytes`: said by its length, or found while reading, which then stops. */
export async function readCapped(from: Request | Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(from.headers.get('content-length') ?? 0) > maxBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of from.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
