// What was made for a key, kept for the next one who asks: callers choose the keys, so there are never more than so many.

/** `make` is asked once for each key while it is known; one key too many, and all are forgotten. A promise that rejects would be kept too. */
export function remembered<T>(most: number, make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const there = known.get(key);
    if (there !== undefined) return there;
    if (known.size >= most) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
