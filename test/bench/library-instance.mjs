// A process with one instance of a gateway that has a library on Postgres. Says its memory when asked: the most since the last time. It watches its memory
// from the first question on: before that, looking a hundred times a second would slow the answers that are measured.
import { createGateway } from '../../.build/src/server/index.js';
import { folderFiles, postgresRecords, serve } from '../../.build/src/server/node.js';

const [url, folder] = process.argv.slice(2);
const room = { requests: 1e9, perMs: 60_000 };

const gateway = createGateway({
  upstream: { baseUrl: 'http://127.0.0.1:9', apiKey: 'a-key-that-nobody-asks-for' },
  secret: 'a secret of the site',
  authorize: (request) => ({ id: /user=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? 'nobody' }),
  origins: ['https://www.example.org'],
  limits: { perUser: room, perAddress: room },
  library: { records: postgresRecords(url), files: folderFiles(folder), watch: false },
});
const served = await serve(gateway, { port: 0, connectionsPerAddress: false });

let most = 0;
const look = () => (most = Math.max(most, process.memoryUsage.rss()));
let looking;

process.on('message', () => {
  look();
  process.send({ most });
  globalThis.gc();
  most = process.memoryUsage.rss();
  looking ??= setInterval(look, 10).unref();
});
process.on('disconnect', () => process.exit());
process.send({ url: served.url });
