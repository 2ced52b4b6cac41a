// Any order of writes, at two stores, with answers that are lost: a reader with cursors ends with what is there.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';

import fc from 'fast-check';
import type { RecordChange, RecordStore } from 'voxreel/server/library';

import { endServers, recordKinds } from './stores.js';

after(endServers);

const quota = { records: 1000, bytes: 1_000_000 };
interface Step {
  readonly at: number;
  readonly id: string;
  readonly does: 'put' | 'remove' | 'read' | 'again';
}
const step: fc.Arbitrary<Step> = fc.record({
  at: fc.nat(1),
  id: fc.constantFrom('a', 'b', 'c'),
  does: fc.constantFrom('put', 'put', 'remove', 'read', 'again'),
});

/** A device: what it knows, and the cursor it has read to. */
class Reader {
  readonly known = new Map<string, RecordChange>();
  cursor: string | undefined;

  async read(store: RecordStore, user: string): Promise<void> {
    const found = await store.changes(user, this.cursor, { records: 2, bytes: 1000 });
    for (const change of found?.data ?? []) {
      const before = this.known.get(change.id)?.version ?? 0;
      assert.ok(change.version >= before, 'a version never falls');
      this.known.set(change.id, change);
    }
    this.cursor = found?.cursor;
    if (found?.more === true) await this.read(store, user);
  }
}

for (const kind of recordKinds)
  it(`${kind.name}: every order of writes`, { skip: kind.skip }, async () => {
    const place = await kind.place();
    const stores = [place.open(), place.open()];
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const user = `user${(runs += 1)}`;
        const [store] = stores;
        if (store === undefined) return;
        const readers = [new Reader(), new Reader()];
        const take = async ({ at, id, does }: Step): Promise<void> => {
          const [of = store, reader = new Reader()] = [stores[at], readers[at]];
          if (does === 'read') return reader.read(of, user);
          const { version = 0, record } = reader.known.get(id) ?? {};
          const known = record === undefined ? 0 : version;
          const write = () =>
            does === 'remove'
              ? of.remove(user, { kind: 'video', id }, known)
              : of.put(user, { kind: 'video', id }, JSON.stringify({ at, from: known }), { known, quota });
          const first = await write();
          // The answer was lost: the device writes again, and must be told of what is there by then.
          if (does === 'again' && 'version' in first)
            assert.ok('conflict' in (await write()), 'a write that comes again is not done twice');
        };
        // Two devices, each of which does one thing after another.
        await Promise.all(
          [0, 1].map(async (at) => {
            for (const each of steps) if (each.at === at) await take(each);
          }),
        );
        const fresh = new Reader();
        await fresh.read(store, user);
        for (const reader of readers) {
          await reader.read(store, user);
          const live = [...reader.known.values()].filter(({ record }) => record !== undefined);
          const there = [...fresh.known.values()].filter(({ record }) => record !== undefined);
          const byId = (one: RecordChange, other: RecordChange) => one.id.localeCompare(other.id);
          assert.deepEqual(live.toSorted(byId), there.toSorted(byId));
        }
      }),
      { numRuns: 60 },
    );
    await place.end();
  });
