// Whether what a visitor makes is still there after a reload.
import { isVoxreelError } from '../../core/errors.js';
import { deleteDatabase } from '../../core/delete-database.js';
import { indexedDbStorage } from '../../core/persistence/indexed-db.js';
import { limited, missing, works, type Finding, type Probe } from './probe.js';

const name = 'voxreel-self-check';
const sample = new Uint8Array(64 * 1024).fill(7);
/** Room for a few videos. */
const roomyBytes = 100 * 1024 * 1024;
const ends = 'Videos and conversations are kept only until the page closes';

export const storage: Probe = {
  id: 'storage',
  title: 'Storage (IndexedDB)',
  otherwise: `${ends}.`,
  timeoutMs: 10_000,
  async run() {
    const kept = indexedDbStorage<Uint8Array>(name);
    try {
      await kept.put('sample', sample, { durable: true });
      const [found] = await kept.all();
      if (!kept.persistent) return missing(`${ends}. A private window, a browser setting or a full disk may be the reason.`);
      const isSame = found?.record.length === sample.length && found.record.every((byte) => byte === sample[0]);
      return isSame ? await roomLeft() : missing(`${ends}: the browser returned something other than what was stored.`);
    } catch (cause) {
      if (!isVoxreelError(cause) || cause.code !== 'storage_full') throw cause;
      return limited(`The disk is full. ${ends}; what was stored before is still there.`, cause.code);
    } finally {
      kept.close();
      await deleteDatabase(name);
    }
  },
};

/** How much exactly would help to recognize a visitor. */
async function roomLeft(): Promise<Finding> {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage < roomyBytes
    ? limited('Conversations are kept, but there is little room for videos.', 'less than 100 MB free')
    : works('Videos and conversations survive a reload.');
}
