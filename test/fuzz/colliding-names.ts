// Names of one hash, as somebody makes them who has read `persistent-map.ts`. Knows FNV-1a alone.

const step = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** Two ways of two units each from one hash to one and the same: they differ first in the lower half alone, and then in nothing. */
function fork(hash: number): readonly [string, string, number] {
  const seen = new Map<number, number>();
  const last = 0x78;
  for (let unit = 0x20; ; unit++) {
    const half = step(hash, unit) >>> 16;
    const other = seen.get(half);
    if (other !== undefined) {
      const away = (step(hash, unit) ^ step(hash, other)) & 0xffff;
      return [String.fromCharCode(unit, last), String.fromCharCode(other, last ^ away), step(step(hash, unit), last)];
    }
    seen.set(half, unit);
  }
}

/** `2 ** doublings` names. */
export function collidingNames(doublings: number): readonly string[] {
  let names = [''];
  let hash = 0x811c9dc5;
  for (let at = 0; at < doublings; at++) {
    const [one, other, next] = fork(hash);
    names = names.flatMap((name) => [name + one, name + other]);
    hash = next;
  }
  return names;
}
