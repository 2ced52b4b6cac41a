// What uses how much of a library, and its bin: listed, restored from, and emptied.
import { json, jsonText, noContent, refuse } from '../answers/answers.js';
import { exactly, type Call, type Route } from '../route.js';
import type { FullQuota, FullRetention } from './library-options.js';
import { binPath, libraryPaths } from './library-paths.js';
import type { BinnedRecord } from './record-bin.js';
import { answerTo, limitIn, mostInPage, nameIn, unfitId, unfitLimit } from './record-routes.js';
import type { RecordStore } from './record-store.js';

const notInBin = (): Response => refuse(404, 'record_not_exist', 'There is no such record in the bin.', 'id');

export interface BinParts {
  readonly records: RecordStore;
  readonly quota: FullQuota;
  readonly retention: FullRetention;
  /** Bytes are needed no more. */
  readonly freed: () => void;
}

/** As far as the store has them. */
export function binRoutes({ records, quota, retention, freed }: BinParts): readonly Route[] {
  const { bin } = records;
  const usage = async ({ user }: Call): Promise<Response> => {
    const used = await records.usage?.(user.id);
    // A quota without an end is no number in JSON.
    const limits = { records: finite(quota.records), bytes: finite(quota.bytes) };
    return json(200, { ...used, limits, retention: { ...retention.days } });
  };
  const usageRoutes: readonly Route[] =
    records.usage === undefined ? [] : [{ method: 'GET', path: exactly(libraryPaths.usage), answer: usage }];
  if (bin === undefined) return usageRoutes;

  const list = async ({ url, user }: Call): Promise<Response> => {
    const limit = limitIn(url);
    if (limit === undefined) return unfitLimit();
    const found = await bin.list(user.id, url.searchParams.get('after') ?? undefined, { ...mostInPage, records: limit });
    const data = found.data.map(binnedText).join(',');
    return jsonText(200, `{"data":[${data}],"next":${JSON.stringify(found.next ?? null)}}`);
  };
  const restore = async (call: Call): Promise<Response> => {
    const name = nameIn(call);
    if (name === undefined) return unfitId();
    call.note({ id: name.id });
    const restored = await bin.restore(call.user.id, name, quota);
    return restored === undefined ? notInBin() : answerTo(restored, name, 200);
  };
  const remove = async (call: Call): Promise<Response> => {
    const name = nameIn(call);
    if (name === undefined) return unfitId();
    call.note({ id: name.id });
    const count = await bin.empty(call.user.id, name);
    freed();
    return count === 0 ? notInBin() : noContent();
  };
  const empty = async ({ user }: Call): Promise<Response> => {
    await bin.empty(user.id);
    freed();
    return noContent();
  };
  return [
    ...usageRoutes,
    { method: 'GET', path: exactly(libraryPaths.bin), answer: list },
    { method: 'DELETE', path: exactly(libraryPaths.bin), answer: empty },
    { method: 'POST', path: binPath, answer: restore },
    { method: 'DELETE', path: binPath, answer: remove },
  ];
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** The record is JSON already. */
const binnedText = ({ kind, id, bytes, deletedAt, record }: BinnedRecord): string =>
  `${JSON.stringify({ kind, id, bytes, deleted_at: deletedAt }).slice(0, -1)},"record":${record}}`;
