// Pieces of a body whose bytes are used again once they are written: a film would otherwise leave all of its length behind as garbage.

type GiveBack = (piece: Uint8Array) => void;

const noted = new WeakMap<object, GiveBack>();

/** Notes who takes the pieces of `stream` back. They may be given back once each, by who has no more use for them; those that are not are garbage, as ever. */
export const noteReuse = (stream: ReadableStream<Uint8Array>, giveBack: GiveBack): void => void noted.set(stream, giveBack);

/** Undefined where the pieces belong to their reader. */
export const reuseOf = (stream: ReadableStream<Uint8Array> | null): GiveBack | undefined =>
  stream === null ? undefined : noted.get(stream);
