// `npm run live -- fal --budget 1`: one real video at a real service, through the gateway, paid for with the key in the environment. Refuses without a
// key or a budget, and reports what it spent. Never part of `npm test`.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { readMaker } from '../dist/local/settings.js';
import { createGateway } from '../dist/server/index.js';

const usage = 'npm run live -- <service> --budget <amount> [--model ...] [--prompt ...] [--seconds 5] [--price <of the video>] [--every 5]';
const home = 'http://live.invalid';
const videos = '/v1/video/generations';
const patienceMs = 3_600_000;

function readAsked() {
  const names = ['budget', 'model', 'prompt', 'seconds', 'price', 'every'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const {
    values,
    positionals: [id, ...rest],
  } = parseArgs({ allowPositionals: true, options });
  if (id === undefined || rest.length > 0) throw new Error(`Name one service: ${usage}`);
  const amount = (name) => {
    if (values[name] === undefined) return undefined;
    const number = Number(values[name]);
    if (!(number > 0)) throw new Error(`--${name} must be a number above 0, not "${String(values[name])}".`);
    return number;
  };
  const budget = amount('budget');
  if (budget === undefined) throw new Error(`This costs money: say with --budget how much at most. ${usage}`);
  return { ...values, id, budget, seconds: amount('seconds'), price: amount('price'), everyMs: (amount('every') ?? 5) * 1000 };
}

/** What is asked for, and what it costs as the service declares it. */
function planned(service, { model: named, seconds, prompt = 'A heron over water', price: given }) {
  const makes = service.models.filter(({ kind }) => kind === 'video');
  const model = named ?? makes.find((one) => !one.model.includes('*'))?.model;
  if (model === undefined) throw new Error(`${service.id} declares no model by its whole name: give --model.`);
  const { limits = {}, price = {} } = makes.find((one) => one.model === model) ?? {};
  const duration = seconds ?? limits.durations?.[0] ?? limits.durations?.min ?? 5;
  const cost = given ?? price.perVideo ?? (price.perSecond === undefined ? undefined : price.perSecond * duration);
  if (cost === undefined) throw new Error(`No price of ${model} is declared: look it up, and give it as --price <of the video>.`);
  const from = price.source === undefined || given !== undefined ? '' : ` (${price.source}, as of ${price.asOf})`;
  return { cost, unit: price.unit ?? 'USD', from, body: { model, prompt, duration } };
}

async function run() {
  const asked = readAsked();
  const { service, maker } = readMaker(asked.id);
  const { cost, unit, from, body } = planned(service, asked);
  if (cost > asked.budget) throw new Error(`It would cost ${money(cost)} ${unit}${from}, more than the budget of ${money(asked.budget)}.`);
  const gateway = createGateway({
    services: [service],
    secret: randomBytes(32).toString('base64url'),
    authorize: () => ({ id: 'live' }),
    origins: [home],
    content: 'proxy',
    // A stand-in for the maker, which is at the address of *_BASE_URL, may be on this machine.
    privateAddresses: Boolean(process.env[maker.baseUrl]),
    cost: () => cost,
    limits: { spend: { unit, perMs: 86_400_000, total: asked.budget } },
  });
  const ask = async (path, init) => gateway(new Request(home + path, { ...init, headers: { origin: home, ...init?.headers } }));
  const jsonOf = async (answer) => {
    const said = await answer.json();
    if (!answer.ok) throw new Error(`${answer.status} ${said.code}: ${said.message}`);
    return said;
  };

  console.log(`${service.title ?? service.id}, ${body.model}, ${body.duration} s: at most ${money(cost)} ${unit}${from}`);
  const started = Date.now();
  try {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const made = await ended(await jsonOf(await ask(videos, post)));
    const film = await ask(new URL(made.url, home).pathname);
    const size = (await film.arrayBuffer()).byteLength;
    if (!film.ok) throw new Error(`The video is made, but its file answers ${film.status}.`);
    console.log(`Made in ${((Date.now() - started) / 1000).toFixed(1)} s: ${film.headers.get('content-type')}, ${size} bytes.`);
  } finally {
    const { total } = await jsonOf(await ask('/v1/limits'));
    console.log(`Spent ${money(total.spent)} of ${money(total.limit)} ${unit}, by the declared price. The maker's own page has the bill.`);
  }

  async function ended({ task_id: id }) {
    while (Date.now() - started < patienceMs) {
      const task = await jsonOf(await ask(`${videos}/${id}`));
      if (task.status === 'succeeded') return task;
      if (task.status === 'failed') throw new Error(`The video has failed: ${task.error?.message ?? 'no reason given'}`);
      await delay(asked.everyMs);
    }
    throw new Error('The video was not ready within an hour.');
  }
}

const money = (amount) => String(Math.round(amount * 10_000) / 10_000);

run().catch((error) => {
  console.error(`live: ${error.message}`);
  process.exitCode = 1;
});
