// OpenRouter, as aimock plays it; a file that is gone is said in the shape of its errors.
import { openRouter } from 'voxreel/services';

import { aimockMaker } from './aimock-maker.js';
import type { Passed, Said } from './faulty-way.js';
import type { Judge, Plan } from './judge.js';

const key = 'sk-or-v1-0123456789abcdef0123456789abcdef';
const prompt = 'a fox';

let plan: Plan = { ends: 'never' };

function instead({ path, headers }: Passed): Said | undefined {
  if (headers['authorization'] !== `Bearer ${key}`) return { status: 401, json: { error: { message: 'No key.', code: 401 } } };
  const isGone = plan.ends === 'well' && plan.url.includes('expired') && path.includes('/content');
  return isGone ? { status: 404, json: { error: { message: 'Expired.', code: 404 } } } : undefined;
}

const maker = aimockMaker({ openRouterVideo: { pollsBeforeInProgress: 1, pollsBeforeCompleted: 2 } }, instead);

export const openRouterJudge: Judge = {
  id: 'open-router',
  played: 'aimock',
  key,
  model: 'google/veo-3.1',
  cannot: ['cancel'],
  codes: { badly: 'failed' },
  start: maker.start,
  stop: maker.stop,
  service: (baseUrl) => openRouter({ apiKey: key, baseUrl: `${baseUrl}/api/v1` }),
  plan(next) {
    plan = next;
    maker.mock.clearFixtures();
    if (next.ends === 'refused') maker.refuse(prompt, next);
    else if (next.ends === 'badly') maker.mock.onVideo(prompt, { video: { id: 'v', status: 'failed', error: next.message } });
    else maker.mock.onVideo(prompt, { video: { id: 'v', status: 'completed', url: 'https://cdn.example.org/fox.mp4' } });
  },
};
