// fal, as aimock plays it; what aimock does not know (failures of an endpoint, files) is said as `@fal-ai/client` reads it.
import { LLMock } from '@copilotkit/aimock';
import { fal } from 'voxreel/services';

import { faultyWay, type FaultyWay, type Passed, type Said } from './faulty-way.js';
import type { Judge, Plan } from './judge.js';

const key = '0fa1c0de-1111-4222-8333-444455556666:f00dfeedf00dfeed0123456789abcdef';
const prompt = 'a fox';

let mock: LLMock;
let way: FaultyWay;
let plan: Plan = { ends: 'never' };

function instead({ method, path }: Passed): Said | undefined {
  if (method === 'PUT' && path.startsWith('/storage/upload/')) return { status: 200, json: {} };
  const isResult = method === 'GET' && /\/requests\/[^/]+$/.test(path);
  if (!isResult || plan.ends !== 'badly') return undefined;
  return { status: 422, json: { detail: [{ loc: ['body', 'prompt'], msg: plan.message, type: plan.code ?? 'value_error' }] } };
}

export const falJudge: Judge = {
  id: 'fal',
  played: 'aimock',
  key,
  model: 'fal-ai/kling-video/v2.6/pro/text-to-video',
  async start() {
    mock = new LLMock({ port: 0, falQueue: { pollsBeforeInProgress: 1, pollsBeforeCompleted: 2 } });
    await mock.start();
    const hostOf = (path: string) => ({ 'x-fal-target-host': path.startsWith('/storage') ? 'rest.fal.ai' : 'queue.fal.run' });
    way = await faultyWay(`${mock.url}/fal`, { headers: hostOf, instead });
    return way.url;
  },
  async stop() {
    await way.close();
    await mock.stop();
  },
  service: (baseUrl) => fal({ apiKey: key, baseUrl }),
  plan(next) {
    plan = next;
    mock.clearFixtures();
    if (next.ends === 'refused') {
      const { status, message, code } = next;
      mock.on({ userMessage: prompt }, { error: { message, ...(code === undefined ? {} : { code }) }, status });
    } else {
      const url = next.ends === 'well' ? next.url : 'https://cdn.example.org/fox.mp4';
      mock.onFalVideo(/kling-video/, { video: { id: 'v', status: 'completed', url } });
    }
  },
};
