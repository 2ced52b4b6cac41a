// The part of a record store that tells a user what uses how much.
import type { LibraryUsage, Used } from '../server/library/record-bin.js';
import { keepFile, named, plenty, strangerTo, text, type Check, type Finding } from './record-calls.js';

const record = '{"n":1}';

/** Does nothing where the store has no `usage`. */
export const checkUsage: Check = async function* (one, other, user) {
  if (one.usage === undefined || other.usage === undefined) return;
  for (const [file, bytes] of Object.entries({ 'of-a': 400, 'of-c': 30, loose: 100 })) await keepFile(one.files, user, file, bytes);
  await one.files.reserve(user, { key: crypto.randomUUID(), bytes: 50 }, { quotaBytes: plenty.bytes, ttlMs: 60_000 });
  await one.put(user, named('a'), record, { known: 0, quota: plenty, files: ['of-a'] });
  await one.put(user, { kind: 'conversation', id: 'b' }, '{}', { known: 0, quota: plenty });
  await one.put(user, named('c'), record, { known: 0, quota: plenty, files: ['of-c'] });
  await (one.bin === undefined ? one.remove(user, named('c'), 1) : one.bin.put(user, named('c'), 1));
  const bin: Used = one.bin === undefined ? { records: 0, bytes: 0 } : { records: 1, bytes: record.length + 30 };
  const video: Used = { records: 1, bytes: record.length + 400 };
  const conversation: Used = { records: 1, bytes: 2 };
  const loose = 100 + 50;
  const total: Used = { records: 2, bytes: video.bytes + conversation.bytes + bin.bytes + loose };
  yield* compared(await other.usage(user), { total, kinds: { video, conversation }, bin });

  await other.remove(user, named('a'), 1);
  const rest = (await one.usage(user))?.total;
  const left: Used = { records: 1, bytes: total.bytes - video.bytes };
  if (shown(rest) !== shown(left)) yield `after a deletion for good its total is ${shown(rest)}, must be ${shown(left)}.`;
  const strange = (await one.usage(strangerTo(user)))?.total;
  if (strange !== undefined && shown(strange) !== shown({ records: 0, bytes: 0 }))
    yield `of a user who has nothing its total is ${shown(strange)}.`;
};

const shown = (used: Used | undefined): string =>
  used === undefined ? 'undefined' : `${used.records} ${used.records === 1 ? 'record' : 'records'} and ${used.bytes} bytes`;

function* compared(found: LibraryUsage | undefined, meant: LibraryUsage): Generator<Finding> {
  if (found === undefined) {
    yield 'it tells nothing of a user who has records.';
    return;
  }
  if (shown(found.total) !== shown(meant.total))
    yield `its total is ${shown(found.total)}, must be ${shown(meant.total)}: the records outside the bin, and the bytes of all records, files and uploads.`;
  for (const [kind, used] of Object.entries(meant.kinds))
    if (shown(found.kinds[kind]) !== shown(used))
      yield `of the kind ${kind} it tells ${shown(found.kinds[kind])}, must be ${shown(used)}: the records outside the bin, their files included.`;
  const more = Object.keys(found.kinds).filter((kind) => !(kind in meant.kinds));
  if (more.length > 0) yield `it tells of the kinds ${text(more)}, of which the user has nothing.`;
  if (shown(found.bin) !== shown(meant.bin))
    yield `of the bin it tells ${shown(found.bin)}, must be ${shown(meant.bin)}: the files of its records included.`;
}
