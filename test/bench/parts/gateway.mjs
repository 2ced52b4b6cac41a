// The gateway between processes that ask and a service.
import { benchHeld, benchThrough } from '../gateway.mjs';

const services = {
  local: { where: 'the local service', promised: { ratio: 0.6 }, load: { service: ['local'], method: 'GET' } },
  slow: { where: 'one that takes 20 ms', promised: { ratio: 0.6 }, load: { service: ['plain', '20'], method: 'POST' } },
  least: { where: 'the least there can be', load: { service: ['plain'], method: 'GET' } },
};

async function through(name) {
  const { where, promised, load } = services[name];
  const { direct, directP99, gateway, gatewayP99, us, ratio } = await benchThrough(load);
  return [
    {
      id: `gateway.speed.${name}`,
      what: 'Requests through the gateway',
      where,
      unit: 'requests/s',
      base: 'requests straight to the same service',
      better: 'higher',
      ...(promised ? { promised } : {}),
      points: [{ value: gateway, base: direct, ratio }],
    },
    {
      id: `gateway.p99.${name}`,
      what: 'The slowest in a hundred of these requests',
      where,
      unit: 'ms',
      base: 'the same straight to the service',
      points: [{ value: gatewayP99, base: directP99, ratio: gatewayP99 / directP99 }],
    },
    { id: `gateway.processor.${name}`, what: 'Processor time of a request', where, unit: 'us', points: [{ value: us }] },
  ];
}

async function held() {
  const { memory, relayed } = await benchHeld({ requests: [10_000, 100_000], sockets: 1000, rounds: 20 });
  const [first, last] = memory;
  const sockets = { where: '1,000 relayed sockets' };
  return [
    {
      id: 'gateway.heap',
      what: 'Heap after 100,000 requests',
      unit: 'MB',
      base: 'after 10,000',
      promised: { ratio: 1.1 },
      points: [{ value: last.heap / 1e6, base: first.heap / 1e6, ratio: last.heap / first.heap }],
    },
    { ...sockets, id: 'gateway.sockets.heap', what: 'Heap of an idle socket', unit: 'kB', points: [{ value: relayed.heapEach / 1000 }] },
    {
      ...sockets,
      id: 'gateway.sockets.echoes',
      what: 'Small events, there and back',
      unit: 'events/s',
      better: 'higher',
      points: [{ value: relayed.perSecond }],
    },
    {
      ...sockets,
      id: 'gateway.sockets.p99',
      what: 'The slowest in a hundred of these events',
      unit: 'ms',
      points: [{ value: relayed.p99 }],
    },
  ];
}

export const gateway = {
  name: 'gateway',
  title: 'The gateway',
  measure: async () => [...(await through('local')), ...(await through('slow')), ...(await through('least')), ...(await held())],
};
