// Lets one action of a name run at a time; a second one while it runs is not begun.

export interface Once {
  isRunning(name: string): boolean;
  run(name: string, action: () => Promise<unknown>): Promise<void>;
}

/** `changed` is called when a action has ended. */
export function createOnce(changed: () => void): Once {
  const running = new Set<string>();
  return {
    isRunning: (name) => running.has(name),
    async run(name, action) {
      if (running.has(name)) return;
      running.add(name);
      try {
        await action();
      } finally {
        running.delete(name);
        changed();
      }
    },
  };
}
