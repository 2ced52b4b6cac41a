// How far a command is, on the error output: one line that is written again on a terminal, a line every few seconds elsewhere.

export interface Progress {
  /** Shown at once or soon; of several in a row the last. */
  show(text: string): void;
  /** Ends the line; the last text stays. */
  end(): void;
}

const everyMs = { terminal: 100, elsewhere: 5000 };

export function createProgress(): Progress {
  const output = process.stderr;
  const isTerminal = output.isTTY;
  const pauseMs = isTerminal ? everyMs.terminal : everyMs.elsewhere;
  let shownAt = Number.NEGATIVE_INFINITY;
  let [shown, last] = ['', ''];
  const write = (): void => {
    if (last === shown) return;
    shown = last;
    shownAt = performance.now();
    output.write(isTerminal ? `\r\u001B[K${last}` : `${last}\n`);
  };
  return {
    show(text) {
      last = text;
      if (performance.now() - shownAt >= pauseMs) write();
    },
    end() {
      write();
      if (isTerminal && shown !== '') output.write('\n');
      [shown, last] = ['', ''];
      shownAt = Number.NEGATIVE_INFINITY;
    },
  };
}

export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`;

/** The first ten. */
export const someOf = (names: readonly string[]): string => `${names.slice(0, 10).join(', ')}${names.length > 10 ? ', ...' : ''}`;

/** `1.2 GB`, in powers of 1000. */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return power === 0 ? counted(bytes, 'byte') : `${(bytes / 1000 ** power).toFixed(1)} ${units[power] ?? ''}`;
}
