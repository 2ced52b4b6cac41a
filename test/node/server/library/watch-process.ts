// A gateway that watches videos, in a process of its own, for tests that kill it.
import { folderFiles, postgresRecords, serve } from 'voxreel/server/node';
import type { LibraryEvent } from 'voxreel/server/library';

import { gatewayTo } from '../gateway-client.js';

const { UPSTREAM = '', DATABASE = '', FILES = '' } = process.env;

export type Said = { readonly url: string } | { readonly notified: LibraryEvent };

const say = (said: Said): void => void process.send?.(said);
const gateway = gatewayTo(UPSTREAM, {
  secret: 'a secret of the site',
  library: {
    records: postgresRecords(DATABASE),
    files: folderFiles(FILES),
    watch: { leaseMs: 5000 },
    notify: (_user, event) => say({ notified: event }),
  },
});
const { url } = await serve(gateway, { port: 0 });
say({ url });
process.once('disconnect', () => process.exit());
