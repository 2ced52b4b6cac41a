// The gateway between processes that ask and a service.
import { figures, over } from '../figures.mjs';
import { benchHeld, benchThrough } from '../gateway.mjs';

const services = {
  local: { where: 'the local service', promised: { ratio: 0.6 }, load: { service: ['local'], method: 'GET' } },
  slow: { where: 'one that takes 20 ms', promised: { ratio: 0.6 }, load: { service: ['plain', '20'], method: 'POST' } },
  least: { where: 'the least there can be', load: { service: ['plain'], method: 'GET' } },
};

const figure = figures({});

async function through(name) {
  const { where, promised, load } = services[name];
  const { direct, directP99, bare, bareUs, bareRatio, gateway, gatewayP99, us, ratio } = await benchThrough(load);
  return [
    figure(
      `gateway.speed.${name}`,
      'Requests through the gateway',
      { value: gateway, base: direct, ratio },
      {
        where,
        unit: 'requests/s',
        base: 'requests straight to the same service',
        better: 'higher',
        ...(promised ? { promised } : {}),
      },
    ),
    figure(
      `gateway.relay.${name}`,
      'Requests through the gateway beside a bare relay',
      { value: gateway, base: bare, ratio: bareRatio },
      { where, unit: 'requests/s', base: 'requests through a bare relay in Node', better: 'higher', promised: { ratio: 0.6 } },
    ),
    figure(`gateway.p99.${name}`, 'The slowest in a hundred of these requests', over(gatewayP99, directP99), {
      where,
      unit: 'ms',
      base: 'the same straight to the service',
    }),
    figure(`gateway.processor.${name}`, 'Processor time of a request', over(us, bareUs), {
      where,
      unit: 'us',
      base: 'of a bare relay in Node',
    }),
  ];
}

async function held() {
  const { memory, relayed } = await benchHeld({ requests: [10_000, 100_000], sockets: 1000, rounds: 20 });
  const [first, last] = memory;
  const socket = figures({ where: '1,000 relayed sockets' });
  return [
    figure('gateway.heap', 'Heap after 100,000 requests', over(last.heap / 1e6, first.heap / 1e6), {
      unit: 'MB',
      base: 'after 10,000',
      promised: { ratio: 1.1 },
    }),
    socket('gateway.sockets.heap', 'Heap of an idle socket', relayed.heapEach / 1000, { unit: 'kB' }),
    socket('gateway.sockets.echoes', 'Small events, round trip', over(relayed.perSecond, relayed.straight.perSecond), {
      unit: 'events/s',
      base: 'straight to the same service',
      better: 'higher',
    }),
    socket('gateway.sockets.p99', 'The slowest in a hundred of these events', over(relayed.p99, relayed.straight.p99), {
      unit: 'ms',
      base: 'straight to the same service',
      promised: { value: 50 },
    }),
  ];
}

export const gateway = {
  name: 'gateway',
  title: 'The gateway',
  measure: async () => [...(await through('local')), ...(await through('slow')), ...(await through('least')), ...(await held())],
};
