// Ends a database of the browser for good.

/** Leaves no trace of a database, its name neither. Never rejects: where the browser refuses, it stays as it is. */
export const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const done = () => resolve();
    try {
      const request = indexedDB.deleteDatabase(name);
      for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, done);
    } catch {
      done();
    }
  });
