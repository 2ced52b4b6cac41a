// OpenRouter, as aimock plays it; a file that is gone is said in the shape of its errors.
import { LLMock } from '@copilotkit/aimock';
import { openRouter } from 'voxreel/services';

import { faultyWay, type FaultyWay, type Passed, type Said } from './faulty-way.js';
import type { Judge, Plan } from './judge.js';

const key = 'sk-or-v1-0123456789abcdef0123456789abcdef';
const prompt = 'a fox';

let mock: LLMock;
let way: FaultyWay;
let plan: Plan = { ends: 'never' };

function instead({ path, headers }: Passed): Said | undefined {
  if (headers['authorization'] !== `Bearer ${key}`) return { status: 401, json: { error: { message: 'No key.', code: 401 } } };
  const isGone = plan.ends === 'well' && plan.url.includes('expired') && path.includes('/content');
  return isGone ? { status: 404, json: { error: { message: 'Expired.', code: 404 } } } : undefined;
}

export const openRouterJudge: Judge = {
  id: 'open-router',
  played: 'aimock',
  key,
  model: 'google/veo-3.1',
  cannot: ['cancel'],
  codes: { badly: 'failed' },
  async start() {
    mock = new LLMock({ port: 0, openRouterVideo: { pollsBeforeInProgress: 1, pollsBeforeCompleted: 2 } });
    await mock.start();
    way = await faultyWay(mock.url, { instead });
    return way.url;
  },
  async stop() {
    await way.close();
    await mock.stop();
  },
  service: (baseUrl) => openRouter({ apiKey: key, baseUrl: `${baseUrl}/api/v1` }),
  plan(next) {
    plan = next;
    mock.clearFixtures();
    if (next.ends === 'refused') {
      const { status, message, code } = next;
      mock.on({ userMessage: prompt, endpoint: 'video' }, { error: { message, ...(code === undefined ? {} : { code }) }, status });
    } else if (next.ends === 'badly') mock.onVideo(prompt, { video: { id: 'v', status: 'failed', error: next.message } });
    else mock.onVideo(prompt, { video: { id: 'v', status: 'completed', url: 'https://cdn.example.org/fox.mp4' } });
  },
};
