// Lets one deed of a name run at a time; a second one while it runs is not begun. Knows no deed.

export interface Once {
  isRunning(name: string): boolean;
  run(name: string, deed: () => Promise<unknown>): Promise<void>;
}

/** `changed` is called when a deed has ended. */
export function createOnce(changed: () => void): Once {
  const running = new Set<string>();
  return {
    isRunning: (name) => running.has(name),
    async run(name, deed) {
      if (running.has(name)) return;
      running.add(name);
      try {
        await deed();
      } finally {
        running.delete(name);
        changed();
      }
    },
  };
}
