// The layout of stored records: times that never run backwards, and a merge that gives one result in whatever order versions meet.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from 'fast-check';
import type { Timed } from 'voxreel';

import { createClock } from '../../../src/core/clock.js';
import { belongsTo, mergeRecords, stampChanges } from '../../../src/core/stored-record.js';

type Note = Timed & Readonly<Record<string, unknown>>;

const stamp = fc.constantFrom('', ...['a', 'b'].flatMap((device) => [1, 2, 3].map((ms) => createClock(device, () => ms).tick())));
const field = fc.constantFrom('title', 'status', '__proto__', 'toString');
const record: fc.Arbitrary<Note> = fc
  .tuple(
    fc.option(stamp, { nil: undefined }),
    fc.dictionary(field, stamp),
    fc.dictionary(field, fc.constantFrom<unknown>(0, 1, 'x', undefined)),
  )
  .map(([time, times, fields]) => Object.assign(Object.create(null) as object, fields, { time, times }) as Note);
const rank = ({ status }: Note): number => (status === 1 ? 1 : 0);
/** Each field with its value, whatever the order they stand in. */
const whole = (one: Note) => {
  const { time = '', times = {}, ...fields } = mergeRecords(one, one);
  const names = [...new Set([...Object.keys(times), ...Object.keys(fields)])].toSorted((a, b) => (a < b ? -1 : 1));
  return JSON.stringify([
    time,
    names.map((name) => [name, times[name], fields[name]]).filter(([, at, value]) => at !== undefined || value !== undefined),
  ]);
};

describe('a merge of two versions of a record', () => {
  for (const [name, merge] of [
    ['by time', (one: Note, other: Note) => mergeRecords(one, other)],
    ['by time within one rank', (one: Note, other: Note) => mergeRecords({ ...one, status: 1 }, { ...other, status: 1 }, rank)],
  ] as const) {
    it(`${name}: is the same in either order`, () =>
      fc.assert(fc.property(record, record, (a, b) => assert.equal(whole(merge(a, b)), whole(merge(b, a))))));
    it(`${name}: is the same whichever two meet first`, () =>
      fc.assert(
        fc.property(record, record, record, (a, b, c) => assert.equal(whole(merge(merge(a, b), c)), whole(merge(a, merge(b, c))))),
      ));
    it(`${name}: changes nothing the second time`, () =>
      fc.assert(fc.property(record, record, (a, b) => assert.equal(whole(merge(merge(a, b), b)), whole(merge(a, b))))));
    it(`${name}: leaves both as they were`, () =>
      fc.assert(
        fc.property(record, record, (a, b) => {
          const before = JSON.stringify([a, b]);
          merge(Object.freeze(a), Object.freeze(b));
          assert.equal(JSON.stringify([a, b]), before);
        }),
      ));
  }

  it('keeps both of two changes made at once to different fields, and the later of two to one', () => {
    const [phone, laptop] = [createClock('phone', () => 1000), createClock('laptop', () => 900)];
    const first: Note = { title: 'old', status: 'new', time: laptop.tick(), times: {} };
    const one = stampChanges(first, { ...first, title: 'phone' }, phone);
    const other = stampChanges(first, { ...first, status: 'done' }, laptop);
    assert.deepEqual({ ...mergeRecords(one, other), time: 0, times: 0 }, { title: 'phone', status: 'done', time: 0, times: 0 });
    const answer = stampChanges(one, { ...one, title: 'laptop' }, laptop);
    assert.equal(mergeRecords(answer, one)['title'], 'laptop', 'what was seen is older, whatever the clock says');
  });

  it('names the time of a field only where it is another than the record’s own', () => {
    const [early, late] = ['1', '2'];
    const one: Note = { title: 'a', status: 'b', time: early, times: { title: late } };
    assert.deepEqual(mergeRecords(one, { title: 'c', time: late }), { title: 'c', status: undefined, time: late, times: {} });
    assert.deepEqual(mergeRecords(one, one), { ...one });
  });

  it('gives no time to what did not change, and none to the times themselves', () => {
    const clock = createClock('a');
    const before: Note = { title: 'old', tags: ['a'], time: clock.tick() };
    const same: Note = { title: 'old', tags: ['a'], time: clock.tick(), times: { title: '1' } };
    assert.equal(stampChanges(before, same, clock), same);
    const after = stampChanges(before, { ...same, title: 'new' }, clock);
    assert.deepEqual([after.time, Object.keys(after.times ?? {})], [before.time, ['title']]);
  });

  it('prefers what was changed since to a record of 1.0.0, which tells no time', () => {
    const old: Note = { title: 'old', prompt: 'fox' };
    const next = stampChanges(old, { ...old, title: 'new' }, createClock('a'));
    for (const merged of [mergeRecords(old, next), mergeRecords(next, old)])
      assert.deepEqual([merged['title'], merged['prompt']], ['new', 'fox']);
  });

  it('takes the one of the higher rank whole, however late the other', () => {
    const [end, late]: readonly [Note, Note] = [
      { status: 1, title: 'end', time: createClock('a', () => 1).tick() },
      { status: 0, title: 'late', time: createClock('a', () => 9).tick() },
    ];
    assert.equal(mergeRecords(end, late, rank), end);
    assert.equal(mergeRecords(late, end, rank), end);
  });
});

describe('the clock', () => {
  it('never runs backwards, and passes what it has seen', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.option(stamp, { nil: undefined }))), (steps) => {
        let now = 0;
        const clock = createClock('a', () => now);
        let before = '';
        for (const [at, seen] of steps) {
          now = at;
          const next = clock.tick(seen);
          assert.ok(next > before && next > (seen ?? ''));
          before = next;
        }
      }),
    );
  });

  it('gives two devices two stamps for one moment', () => {
    const at = () => 5;
    assert.notEqual(createClock(undefined, at).tick(), createClock(undefined, at).tick());
  });

  it('counts within one millisecond', () => {
    const clock = createClock('a', () => 5);
    assert.deepEqual([clock.tick(), clock.tick(), clock.tick('000000005000zb')], ['0000000050000a', '0000000050001a', '0000000050010a']);
  });

  it('gives stamps of one length, which sort as text', () => {
    assert.match(createClock().tick(), /^[\da-z]{19}$/);
    assert.match(createClock(undefined, () => 1).tick(), /^000000001[\da-z]{10}$/);
  });

  it('goes on after more changes in one millisecond than it counts', () => {
    const clock = createClock('a', () => 5);
    const full = '000000005zzzza';
    assert.ok(clock.tick(full) > full);
  });
});

describe('whose a record is', () => {
  it('is nobody’s when it names no user', () => {
    assert.deepEqual(
      [belongsTo({}, ''), belongsTo({}, 'ada'), belongsTo({ user: 'ada' }, 'ada'), belongsTo({ user: 'ada' }, '')],
      [true, false, true, false],
    );
  });
});
