// What was counted before and after, what grew, and by how much it may: printed as tables.

export interface Verdict {
  /** `most`: the largest growth that is none. */
  counter(name: string, before: number, after: number, most?: number): void;
  /** Every name of either: what is missing counts as 0. */
  counters(of: string, before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>): void;
  /** Growth from the first third to the last third, in units of each step; `most` of them is none. */
  flat(name: string, values: readonly number[], unit: string, most: number): void;
  /** The mean of the last quarter is at most `ratio` times that of the second, or `waver` more. */
  level(name: string, values: readonly number[], ratio: number, waver?: number): void;
  claim(what: string, holds: boolean): void;
  /** Prints what was counted, and tells what grew. */
  end(): readonly string[];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** How much more the last third is than the first, for each step between their middles. */
export function slope(values: readonly number[]): number {
  const third = Math.max(1, Math.floor(values.length / 3));
  const steps = values.length - third;
  return steps <= 0 ? 0 : (mean(values.slice(-third)) - mean(values.slice(0, third))) / steps;
}

const quarter = (values: readonly number[], at: number): number =>
  mean(values.slice(Math.floor((values.length * at) / 4), Math.floor((values.length * (at + 1)) / 4)));

const rounded = (value: number): string => String(Math.round(value * 100) / 100);

export const kilobytes = (bytes: number): number => Math.round(bytes / 1000);

export function createVerdict(part: string): Verdict {
  const rows: { what: string; before: number; after: number; grew: string }[] = [];
  const grown: string[] = [];
  const judge = (what: string, holds: boolean) => {
    if (!holds) grown.push(`${part}: ${what}`);
    return holds ? '' : 'GREW';
  };
  const counter: Verdict['counter'] = (name, before, after, most = 0) => {
    const told = most === 0 ? name : `${name} (+${String(most)} at most)`;
    rows.push({ what: told, before, after, grew: judge(`${name} ${String(before)} -> ${String(after)}`, after <= before + most) });
  };
  return {
    counter,
    counters(of, before, after) {
      for (const name of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort())
        counter(`${of}: ${name}`, before[name] ?? 0, after[name] ?? 0);
    },
    flat(name, values, unit, most) {
      const grows = Math.round(slope(values));
      console.log(`\n${part}: ${name}\n  ${values.map((value) => String(Math.round(value))).join(' ')}`);
      console.log(
        `  first third to last third: ${String(grows)} ${unit} (${String(most)} at most) ${judge(`${name} grows by ${String(grows)} ${unit}`, grows <= most)}`,
      );
    },
    level(name, values, ratio, waver = 0) {
      const [second, last] = [quarter(values, 1), quarter(values, 3)];
      const told = `${name}: ${rounded(second)} in the second quarter, ${rounded(last)} in the last`;
      console.log(
        `${part}: ${told} (${rounded(last / Math.max(1, second))}, ${rounded(ratio)} at most) ${judge(told, last <= Math.max(second * ratio, second + waver))}`,
      );
    },
    claim(what, holds) {
      console.log(`${part}: ${what}: ${holds ? 'yes' : 'NO'}`);
      if (!holds) grown.push(`${part}: not so: ${what}`);
    },
    end() {
      console.log(`\n${part}: before and after`);
      console.table(rows);
      return grown;
    },
  };
}
