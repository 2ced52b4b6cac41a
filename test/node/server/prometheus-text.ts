// A strict reader of the Prometheus text format, version 0.0.4: anything it does not allow throws.
import assert from 'node:assert/strict';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
interface Family {
  readonly type: string;
  readonly samples: Sample[];
}

const namePattern = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;

export function familiesOf(text: string): Map<string, Family> {
  assert.ok(text.endsWith('\n'), 'the last line ends');
  const families = new Map<string, Family>();
  let helped: string | undefined;
  let open: { name: string; family: Family } | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      assert.match(name, namePattern);
      assert.ok(!families.has(name), `${name} stands once`);
      helped = name;
    } else if (kind === 'TYPE') {
      assert.equal(name, helped, 'its help comes right before');
      assert.match(rest, /^(counter|gauge|histogram)$/);
      open = { name, family: { type: rest, samples: [] } };
      families.set(name, open.family);
    } else {
      assert.ok(open !== undefined, 'no sample before its type');
      open.family.samples.push(sampleOf(line, open.name, open.family.type));
    }
  }
  for (const [name, { type, samples }] of families) check(name, type, samples);
  return families;
}

function sampleOf(line: string, family: string, type: string): Sample {
  const [, name = '', written, number = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? assert.fail(`no sample: ${line}`);
  const ends = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
  assert.ok(
    ends.some((end) => name === family + end),
    `${name} belongs to ${family}`,
  );
  assert.match(number, /^-?(\d+(\.\d+)?(e[+-]?\d+)?)$/);
  return { name, labels: labelsOf(written ?? ''), value: Number(number) };
}

function labelsOf(written: string): Record<string, string> {
  const labels: Record<string, string> = {};
  let rest = written;
  while (rest !== '') {
    const [whole, name = '', value = ''] =
      /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,(?=.)|$)/.exec(rest) ?? assert.fail(`no labels: ${rest}`);
    assert.ok(!(name in labels), 'a label stands once');
    labels[name] = value.replace(/\\(["\\n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
    rest = rest.slice(whole.length);
  }
  return labels;
}

const keyOf = (labels: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)));

function check(name: string, type: string, samples: readonly Sample[]): void {
  const keys = samples.map((sample) => sample.name + keyOf(sample.labels));
  assert.equal(new Set(keys).size, keys.length, `${name}: no series stands twice`);
  if (type === 'counter') assert.ok(samples.every(({ value }) => value >= 0));
  if (type === 'counter') assert.match(name, /_total$/);
  if (type !== 'histogram') return;
  for (const [series, ofSeries] of grouped(samples)) {
    const buckets = ofSeries.filter((sample) => sample.name.endsWith('_bucket'));
    const bounds = buckets.map(({ labels }) => (labels['le'] === '+Inf' ? Infinity : Number(labels['le'])));
    assert.deepEqual(
      bounds,
      [...bounds].sort((one, other) => one - other),
      `${series}: bounds rise`,
    );
    assert.equal(bounds.at(-1), Infinity);
    assert.ok(
      buckets.every(({ value }, at) => value >= (buckets[at - 1]?.value ?? 0)),
      `${series}: each bucket holds those below`,
    );
    assert.equal(buckets.at(-1)?.value, ofSeries.find((sample) => sample.name === `${name}_count`)?.value);
    assert.equal(ofSeries.filter((sample) => sample.name === `${name}_sum`).length, 1);
  }
}

const seriesOf = ({ labels }: Sample): string => keyOf(Object.fromEntries(Object.entries(labels).filter(([label]) => label !== 'le')));

function grouped(samples: readonly Sample[]): Map<string, Sample[]> {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) groups.set(seriesOf(sample), [...(groups.get(seriesOf(sample)) ?? []), sample]);
  return groups;
}

/** The value of one series; labels are to be the whole of them. */
export function valueOf(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const samples = [...families.values()].flatMap((family) => family.samples);
  return samples.find((sample) => sample.name === name && keyOf(sample.labels) === keyOf(labels))?.value;
}
