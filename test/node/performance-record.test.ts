// The performance record says what it should and no more, its page is drawn from it, and a check against it fails when it must, and only then.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';

interface Figure {
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  readonly better?: 'lower' | 'higher';
  readonly over?: string;
  readonly base?: string;
  readonly promised?: { readonly ratio?: number; readonly value?: number; readonly at?: number };
  readonly points: readonly { readonly size?: number; readonly value: number; readonly base?: number; readonly ratio?: number }[];
  readonly check?: { readonly size?: number; readonly ratios: readonly number[]; readonly tolerance: number | null };
}
interface Part {
  readonly name: string;
  readonly title: string;
  readonly measured: object;
  readonly figures: readonly Figure[];
}
interface Bench {
  readonly name: string;
  readonly check?: () => Promise<readonly Figure[]>;
}
interface PerformanceRecord {
  readonly missing?: readonly string[];
  readonly parts: readonly Part[];
}

const bench = async (name: string) => (await import(join(process.cwd(), 'test', 'bench', name))) as unknown;
const { withPart, toleranceOf } = (await bench('record.mjs')) as {
  withPart(record: PerformanceRecord, part: object, names: readonly string[]): PerformanceRecord;
  toleranceOf(ratios: readonly number[], better?: string): number | null;
};
const { checkPart } = (await bench('check.mjs')) as {
  checkPart(
    record: PerformanceRecord,
    part: Bench,
    measure: () => Promise<readonly Partial<Figure>[]>,
  ): Promise<readonly { id: string; passed: boolean }[]>;
};
const { drawPage } = (await bench('page.mjs')) as { drawPage(record: PerformanceRecord): string };
const { parts } = (await bench('parts.mjs')) as { parts: readonly Bench[] };

const text = readFileSync('test/bench/record.json', 'utf8');
const page = readFileSync('test/bench/record.html', 'utf8');
const record = JSON.parse(text) as PerformanceRecord;
const figures = record.parts.flatMap((part) => part.figures);

describe('the performance record', () => {
  const known = record.parts.map(({ name }) => name);

  it('has every part of the bench, in its order, or says that it is missing', () => {
    const names = parts.map(({ name }) => name);
    assert.deepEqual(
      known,
      names.filter((name) => !record.missing?.includes(name)),
    );
  });
  it('says of every figure what it is, beside what, and over which sizes', () => {
    assert.equal(new Set(figures.map(({ id }) => id)).size, figures.length, 'ids are unique');
    for (const part of record.parts)
      for (const { id, what, unit, over, base, points } of part.figures) {
        assert.ok(id.startsWith(`${part.name}.`), id);
        assert.ok(what.length > 0 && unit.length > 0 && points.length > 0, id);
        for (const { size, value, base: beside, ratio } of points) {
          assert.ok(Number.isFinite(value), id);
          assert.equal(size !== undefined, over !== undefined, `${id}: a size where it says of what`);
          assert.equal(
            base !== undefined,
            beside !== undefined && ratio !== undefined && ratio > 0,
            `${id}: a ratio where it says to what`,
          );
        }
      }
  });
  it('has at least one point for whatever is promised', () => {
    for (const { id, promised, points } of figures) {
      if (promised === undefined) continue;
      const kind = promised.ratio === undefined ? 'value' : 'ratio';
      assert.ok(
        points.some((point) => (promised.at === undefined || point.size === promised.at) && point[kind] !== undefined),
        id,
      );
    }
  });
  it('has five runs of every ratio that CI compares', () => {
    const compared = figures.filter(({ check }) => check);
    for (const { check } of compared) assert.equal(check?.ratios.length, 5);
    for (const { name } of parts.filter(({ name, check }) => check && known.includes(name)))
      assert.ok(
        compared.some(({ id }) => id.startsWith(`${name}.`)),
        name,
      );
  });
  it('names no host and no place on it', () => {
    for (const said of [text, page]) {
      assert.doesNotMatch(said, /(?:^|["'\s(])\/(?:home|root|tmp|work|Users|usr|var)\//m);
      if (hostname().length > 4) assert.ok(!said.includes(hostname()));
    }
  });
});

describe('the page of the record', () => {
  it('is what the record draws', () => assert.ok(page === drawPage(record), 'Write it again: npm run bench'));
  it('has no script, and nothing from elsewhere', () => assert.doesNotMatch(page, /<script|<link|<img|@import|url\(|https?:/));
});

const point = (ratio: number) => [{ value: ratio, base: 1, ratio }];
const lower: Figure = { id: 'a.low', what: 'One', unit: 'ms', base: 'b', points: point(1), check: { ratios: [1, 1, 1.1], tolerance: 1.5 } };
const higher: Figure = { ...lower, id: 'a.high', better: 'higher', points: point(20), check: { ratios: [20, 20, 30], tolerance: 2 } };
const kept: PerformanceRecord = { parts: [{ name: 'a', title: 'A', measured: {}, figures: [lower, higher] }] };

/** What a check says that finds these ratios, one a time. */
async function checked(of: Figure, ratios: readonly (number | 'throws')[]) {
  let times = 0;
  const [result] = await checkPart({ parts: [{ name: 'a', title: 'A', measured: {}, figures: [of] }] }, { name: 'a' }, async () => {
    const found = ratios[times++];
    if (found === undefined || found === 'throws') throw new Error('Nothing was measured.');
    return [{ id: of.id, points: point(found) }];
  });
  return { passed: result?.passed, times };
}

describe('a check against the record', () => {
  it('is content within the tolerance, and measures once', async () => {
    assert.deepEqual(await checked(lower, [1.49]), { passed: true, times: 1 });
    assert.deepEqual(await checked(higher, [10.1]), { passed: true, times: 1 });
  });
  it('measures again what is worse, and lets one good time of three count', async () => {
    assert.deepEqual(await checked(lower, [1.6, 9, 1.4]), { passed: true, times: 3 });
    assert.deepEqual(await checked(higher, [9, 21]), { passed: true, times: 2 });
  });
  it('fails what is worse three times', async () => {
    assert.deepEqual(await checked(lower, [1.6, 1.6, 1.6, 1]), { passed: false, times: 3 });
    assert.deepEqual(await checked(higher, [9, 9, 9, 20]), { passed: false, times: 3 });
  });
  it('fails what cannot be measured, or is no number', async () => {
    const { error } = console;
    console.error = () => undefined;
    try {
      assert.deepEqual(await checked(lower, ['throws', 'throws', 'throws']), { passed: false, times: 3 });
    } finally {
      console.error = error;
    }
    assert.deepEqual(await checked(lower, [NaN, NaN, NaN]), { passed: false, times: 3 });
  });
  it('fails for a part that the record does not know', async () => {
    const said = await checkPart(kept, { name: 'b' }, async () => []);
    assert.deepEqual(
      said.map(({ id, passed }) => ({ id, passed })),
      [{ id: 'b', passed: false }],
    );
  });
  it('leaves out what is too unsteady', async () => {
    const unsteady = { ...lower, id: 'a.unsteady', check: { ratios: [1, 1, 3], tolerance: null } };
    const said = await checkPart({ parts: [{ ...kept.parts[0]!, figures: [lower, unsteady] }] }, { name: 'a' }, async () => [
      { id: 'a.low', points: point(1) },
      { id: 'a.unsteady', points: point(9) },
    ]);
    assert.deepEqual(
      said.map(({ id }) => id),
      ['a.low'],
    );
    const none = { parts: [{ ...kept.parts[0]!, figures: [unsteady] }] };
    assert.deepEqual(await checkPart(none, { name: 'a' }, async () => []), []);
  });
});

describe('a tolerance', () => {
  it('is one and a half for what is steady', () => assert.equal(toleranceOf([1, 1.1, 1, 0.9, 1]), 1.5));
  it('grows with how far the worst run was from the median, whichever way is worse', () => {
    assert.equal(toleranceOf([1, 1, 1, 1.3, 1]), 1.69);
    assert.equal(toleranceOf([20, 20, 20, 20, 15], 'higher'), 1.778);
    assert.equal(toleranceOf([20, 20, 20, 20, 40], 'higher'), 1.5);
  });
  it('is none for what is so unsteady that a check would say nothing', () => assert.equal(toleranceOf([1, 1, 1, 1, 1.5]), null));
});

describe('measuring one part', () => {
  const measured = { name: 'b', title: 'B', measured: {}, figures: [{ ...lower, id: 'b.x', points: point(1.23456) }], runs: [] };

  it('leaves the others as they were, and keeps their order', () => {
    const { parts } = withPart(kept, measured, ['b', 'a']);
    assert.deepEqual(
      parts.map(({ name }) => name),
      ['b', 'a'],
    );
    assert.deepEqual(parts[1], kept.parts[0]);
    assert.equal(parts[0]?.figures[0]?.points[0]?.ratio, 1.235);
    assert.deepEqual(withPart(kept, measured, ['b', 'a', 'c']).missing, ['c']);
  });
  it('takes the place of what was there of it', () => {
    const twice = withPart(withPart(kept, measured, ['a', 'b']), { ...measured, title: 'B again' }, ['a', 'b']);
    assert.deepEqual(
      twice.parts.map(({ title }) => title),
      ['A', 'B again'],
    );
  });
});
