// Listening to what is still being loaded.

/** Begins with `follow` once it is here, unless it was undone before. Where it never comes, nothing is heard. Returns the undo. */
export function followLater<T>(loading: Promise<T>, follow: (loaded: T) => () => void): () => void {
  let undo: (() => void) | undefined;
  let isOver = false;
  loading.then(
    (loaded) => void (undo = isOver ? undefined : follow(loaded)),
    () => undefined,
  );
  return () => {
    isOver = true;
    undo?.();
  };
}
