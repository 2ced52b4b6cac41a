// Stores with faults, and whether `checkRecordStore` finds them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import type { FileIndex, PushList, RecordBin, RecordStore, ShareList, WatchList } from 'voxreel/server/library';
import { checkRecordStore } from 'voxreel/testing';

import { endServers, recordKinds, withoutOptional, type RecordPlace } from '../server/library/stores.js';

/** What the built-in stores have. */
export type Full = RecordStore &
  Required<Pick<RecordStore, 'get' | 'expire' | 'usage'>> & {
    readonly bin: RecordBin;
    readonly shares: ShareList;
    readonly push: PushList;
    readonly watched: WatchList;
  };
/** Members with faults, and words of what has to be found. */
export type Fault = readonly [what: string, fault: (good: Full) => Partial<RecordStore>, ...words: readonly RegExp[]];

export const filesOf = (good: Full, faulty: Partial<FileIndex>): Partial<RecordStore> => ({ files: { ...good.files, ...faulty } });
/** The user whom another one of a check is a stranger to. */
export const known = (user: string): string => user.replace(/ other$/, '');

/** Each fault is put into one store that otherwise has only what is needed: a check of the rest would take longer. */
export function itFinds(faults: readonly Fault[]): void {
  let place: RecordPlace;
  let good: Full;
  before(async () => {
    const kind = recordKinds.find(({ skip }) => skip === false);
    place = (await kind?.place()) as RecordPlace;
    good = place.open() as Full;
  });
  after(async () => {
    await place.end();
    await endServers();
  });
  describe('checkRecordStore finds a store that', () => {
    for (const [what, fault, ...words] of faults)
      it(what, async () => {
        const store: RecordStore = { ...withoutOptional(good), close: async () => {}, ...fault(good) };
        const findings = await checkRecordStore({ open: () => store });
        for (const expected of words) assert.match(findings.join('\n'), expected);
      });
  });
}
