// A word or two kept in this browser, where it keeps anything for this page.

/** Undefined where there is nothing, or where the browser refuses. */
export function stored<Result>(act: (storage: globalThis.Storage) => Result): NonNullable<Result> | undefined {
  try {
    return act(localStorage) ?? undefined;
  } catch {
    return undefined;
  }
}
