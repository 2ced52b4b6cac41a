// A process with a gateway as a site runs it: logged, counted and limited, but with room enough. Says its memory when asked.
import { createGateway, jsonLog } from '../../.build/src/server/index.js';
import { createTaskIds } from '../../.build/src/server/task-ids.js';
import { serve } from '../../.build/src/server/node.js';

const [baseUrl, apiKey, taskId] = process.argv.slice(2);
const room = { requests: 1e9, perMs: 60_000 };
let logged = 0;

const gateway = createGateway({
  upstream: { baseUrl, apiKey },
  authorize: (request) => (request.headers.get('cookie') === 'user=ann' ? { id: 'ann' } : undefined),
  origins: ['https://www.example.org'],
  log: jsonLog((line) => (logged += line.length)),
  limits: {
    perUser: room,
    perAddress: room,
    tokens: room,
    tasks: { perUser: room, atOnce: false },
    sockets: { perUser: false, perAddress: false, total: 4096, firstMessageMs: 120_000 },
    bodies: { perUser: false },
  },
});
const { url } = await serve(gateway, { port: 0, connectionsPerAddress: false });

function memory() {
  for (let times = 0; times < 4; times += 1) globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed, external, rss, logged };
}

/** Microseconds of processor time since the start. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return { us: user + system };
}

process.on('message', (what) => (what === 'memory' ? setTimeout(() => process.send(memory()), 200) : process.send(processorTime())));
process.on('disconnect', () => process.exit());
process.send({ url, taskId: await createTaskIds(apiKey).sign('ann', taskId) });
