// Pieces of a body whose buffers are used again once they are written: the garbage of a film would otherwise be as long as the film.

type GiveBack = (piece: Uint8Array) => void;

const noted = new WeakMap<object, GiveBack>();

/** Notes what takes the pieces of `stream` back. A reader that has finished with a piece may give it back, once; others are collected as usual. */
export const noteReuse = (stream: ReadableStream<Uint8Array>, giveBack: GiveBack): void => void noted.set(stream, giveBack);

/** Undefined where the pieces belong to their reader. */
export const reuseOf = (stream: ReadableStream<Uint8Array> | null): GiveBack | undefined =>
  stream === null ? undefined : noted.get(stream);
