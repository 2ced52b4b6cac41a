// The body of a request, piece by piece. One that came over a socket of ours is read from that socket: a web stream of it would be read ahead without bound.

/** A body that is read once. */
export interface BodyPieces {
  /** Gives each piece to `take` until that returns false or the body ends. Rejects where the body breaks off. */
  each(take: (piece: Uint8Array) => boolean): Promise<void>;
  /** The same for a reader that waits: the next piece is read when it is asked for. Rejects where the body breaks off. */
  pieces(): AsyncIterable<Uint8Array>;
  /** Reads no more. */
  stop(): void;
}

const noted = new WeakMap<object, BodyPieces>();

/** Notes where the body of `request` comes from. */
export const noteBody = (request: Request, pieces: BodyPieces): void => void noted.set(request, pieces);

export const bodyPieces = (from: Pick<Response, 'body'>): BodyPieces => noted.get(from) ?? streamPieces(from.body);

function streamPieces(body: ReadableStream<Uint8Array> | null): BodyPieces {
  const reader = body?.getReader();
  // Nobody waits for the end of what nobody reads.
  const stop = (): void => void reader?.cancel().catch(() => {});
  return {
    stop,
    async *pieces() {
      try {
        for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) yield piece.value;
      } finally {
        stop();
      }
    },
    async each(take) {
      for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read())
        if (!take(piece.value)) return stop();
    },
  };
}
