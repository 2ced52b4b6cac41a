// `GET /v1/library/export`: everything of a user as one zip file, made while it is read.
import { refuse } from '../answers/answers.js';
import { timedStream } from '../answers/timed-stream.js';
import type { Limits } from '../gateway-options.js';
import { createInUse } from '../in-use.js';
import { exactly, type Route } from '../route.js';
import { exportZip } from './export-zip.js';
import type { FileStore } from './file-store.js';
import { libraryPaths } from './library-paths.js';
import type { RecordStore } from './record-store.js';

const atOnce = { perUser: 1, total: 32 };

export function exportRoute(records: RecordStore, files: FileStore, { idleMs, resultMs }: Limits): Route {
  const exporting = createInUse(atOnce);
  return {
    method: 'GET',
    path: exactly(libraryPaths.export),
    async answer({ user, request }) {
      if (!exporting.take(user.id))
        return refuse(429, 'too_many_exports', 'This library is being exported already. Try again later.', '', { 'retry-after': '30' });
      let isDone = false;
      const abandon = (): void => {
        if (!isDone) exporting.give(user.id);
        isDone = true;
      };
      const zip = exportZip(user.id, records, files);
      return new Response(timedStream(zip, { caller: request.signal, idleMs, totalMs: resultMs, abandon }), {
        headers: {
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="library-${new Date().toISOString().slice(0, 10)}.zip"`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        },
      });
    },
  };
}
