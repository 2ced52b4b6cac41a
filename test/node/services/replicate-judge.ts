// Replicate, as the types of `replicate` have it: no emulator knows it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Prediction } from 'replicate';
import { replicate } from 'voxreel/services';

import { faultyWay, type FaultyWay, type Passed, type Said } from './faulty-way.js';
import type { Judge, Plan } from './judge.js';

const key = 'r8_0123456789abcdef0123456789abcdef01234';
const model = 'google/veo-3.1';

let way: FaultyWay;
let plan: Plan = { ends: 'never' };
let made = 0;
/** Queries until a task is done. */
let left = 2;

/** What is asked for beside predictions: nothing is there. */
const nowhere = createServer((_request, response) => void response.writeHead(404).end());

function prediction(id: string, more: Partial<Prediction> = {}): Said {
  const urls = { get: `${way.url}/v1/predictions/${id}`, cancel: `${way.url}/v1/predictions/${id}/cancel` };
  const shape = { id, status: 'starting', model, version: 'hidden', input: {}, source: 'api', data_removed: false } as const;
  return { status: 200, json: { ...shape, created_at: '2026-11-24T12:00:00Z', urls, ...more } satisfies Prediction };
}

function instead({ method, path, headers }: Passed): Said | undefined {
  if (!path.startsWith('/v1/')) return undefined;
  if (headers['authorization'] !== `Bearer ${key}`)
    return { status: 401, json: { title: 'Unauthenticated', detail: 'No key.', status: 401 } };
  if (method === 'POST' && path === `/v1/models/${model}/predictions`) {
    if (plan.ends === 'refused') return { status: plan.status, json: { title: plan.code, detail: plan.message, status: plan.status } };
    made += 1;
    return { ...prediction(`prediction${made}`), status: 201 };
  }
  const [, id, cancel] = /^\/v1\/predictions\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  if (cancel !== undefined) return prediction(id, { status: 'canceled' });
  left -= 1;
  if (left >= 0 || plan.ends === 'never') return prediction(id, { status: 'processing' });
  if (plan.ends === 'badly') return prediction(id, { status: 'failed', error: plan.message });
  return prediction(id, { status: 'succeeded', output: plan.ends === 'well' ? plan.url : null });
}

export const replicateJudge: Judge = {
  id: 'replicate',
  played: 'a stub from the types of replicate',
  key,
  model,
  codes: { badly: 'failed', refused: 'invalid_request' },
  async start() {
    await new Promise<void>((resolve) => nowhere.listen(0, '127.0.0.1', resolve));
    way = await faultyWay(`http://127.0.0.1:${(nowhere.address() as AddressInfo).port}`, { instead });
    return way.url;
  },
  async stop() {
    await way.close();
    nowhere.closeAllConnections();
    await new Promise((resolve) => nowhere.close(resolve));
  },
  service: (baseUrl) => replicate({ apiKey: key, baseUrl: `${baseUrl}/v1` }),
  plan(next) {
    plan = next;
    left = 2;
  },
};
