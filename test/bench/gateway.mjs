// The gateway as a process of its own, between processes that ask and a service: what it costs, what it holds, and that it stays so.
import { median } from './fold.mjs';
import { start } from './bench-process.mjs';

const page = { cookie: 'user=ann', origin: 'https://www.example.org' };
const draft = '{"model":"vidu-q2","prompt":"A lighthouse at night, slow waves","duration":5,"width":1280,"height":720}';

async function behind(kind, ...args) {
  const service = await start('./gateway-service.mjs', [kind, ...args]);
  const gateway = await start('./gateway-instance.mjs', [service.said.url, service.said.key, service.said.taskId]);
  const bare = await start('./gateway-bare.mjs', [service.said.url, service.said.key, service.said.taskId]);
  return {
    service,
    gateway,
    bare,
    stop: () => [gateway, bare, service].forEach(({ stop }) => stop()),
  };
}

/** The same request straight, through a bare relay and through the gateway, in turns. */
async function through(load, { service, gateway, bare }, { method, rounds = 3, ms = 1800, connections = 32 }) {
  const path = (taskId) => (method === 'GET' ? `/v1/video/generations/${taskId}` : '/v1/video/generations');
  const body = method === 'GET' ? '' : draft;
  const straight = { url: service.said.url, path: path(service.said.taskId), headers: { authorization: `Bearer ${service.said.key}` } };
  const relays = [bare, gateway].map((process) => ({ process, url: process.said.url, path: path(process.said.taskId), headers: page }));
  const measured = [];
  // A process that has just started runs code that is not compiled yet: several times slower.
  for (const { process: _, ...relay } of relays)
    await load.ask({ ...relay, method, body, connections: 128, count: method === 'GET' ? 12_000 : 4000 });
  const measuredThrough = async ({ process, ...relay }) => {
    const before = await process.ask('processor time');
    const found = await load.ask({ ...relay, method, body, connections, ms, warmMs: 300 });
    return { ...found, us: ((await process.ask('processor time')).us - before.us) / found.answered };
  };
  for (let round = 0; round < rounds; round += 1) {
    const direct = await load.ask({ ...straight, method, body, connections, ms, warmMs: 300 });
    const [least, relayed] = [await measuredThrough(relays[0]), await measuredThrough(relays[1])];
    const wrong = direct.wrong + least.wrong + relayed.wrong;
    if (wrong > 0) throw new Error(`${wrong} answers were wrong.`);
    measured.push({ direct, least, relayed });
  }
  const middle = (read) => median(measured.map(read));
  return {
    direct: middle(({ direct }) => direct.perSecond),
    directP99: middle(({ direct }) => direct.p99),
    gateway: middle(({ relayed }) => relayed.perSecond),
    gatewayP99: middle(({ relayed }) => relayed.p99),
    us: middle(({ relayed }) => relayed.us),
    bareUs: middle(({ least }) => least.us),
    bare: middle(({ least }) => least.perSecond),
    ratio: middle(({ relayed, direct }) => relayed.perSecond / direct.perSecond),
    bareRatio: middle(({ relayed, least }) => relayed.perSecond / least.perSecond),
  };
}

/** Heap after a collection, with so many requests behind it. */
async function memoryOver(load, { gateway }, counts) {
  const rows = [];
  let done = 0;
  for (const count of counts) {
    const target = { url: gateway.said.url, method: 'GET', path: `/v1/video/generations/${gateway.said.taskId}`, headers: page };
    const { wrong } = await load.ask({ ...target, connections: 32, count: count - done });
    if (wrong > 0) throw new Error(`${wrong} answers were wrong.`);
    done = count;
    rows.push({ requests: count, ...(await gateway.ask('memory')) });
  }
  return rows;
}

async function echoes(pages, place, { count, rounds }, opened = async () => {}) {
  const { open } = await pages.ask({ action: 'open', ...place, count });
  if (open !== count) throw new Error(`${open} of ${count} sockets are open.`);
  await opened();
  const echoed = await pages.ask({ action: 'echo', rounds });
  await pages.ask({ action: 'close' });
  return echoed;
}

async function relays({ gateway, service }, count, rounds) {
  const pages = await start('./gateway-sockets.mjs');
  const straight = await echoes(
    pages,
    { url: service.said.url, headers: { authorization: `Bearer ${service.said.key}` } },
    { count, rounds },
  );
  const before = await gateway.ask('memory');
  let idle;
  const echoed = await echoes(pages, { url: gateway.said.url }, { count, rounds }, async () => (idle = await gateway.ask('memory')));
  pages.stop();
  const each = (name) => (idle[name] - before[name]) / count;
  return { count, ...echoed, straight, heapEach: each('heap') + each('external'), rssEach: each('rss') };
}

/** With a service behind it: what `measure` finds there. */
async function withService(service, measure) {
  const load = await start('./gateway-load.mjs');
  const running = await behind(...service);
  try {
    return await measure(load, running);
  } finally {
    running.stop();
    load.stop();
  }
}

/** `service`: the arguments of gateway-service.mjs. */
export const benchThrough = ({ service, ...what }) => withService(service, (load, running) => through(load, running, what));

export const benchHeld = ({ requests, sockets, rounds }) =>
  withService(['plain'], async (load, running) => ({
    memory: await memoryOver(load, running, requests),
    relayed: await relays(running, sockets, rounds),
  }));
