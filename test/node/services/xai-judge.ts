// xAI, as aimock plays it; waiting (202), and a failure with a code, are said as `@ai-sdk/xai` reads them.
import { xai } from 'voxreel/services';

import { aimockMaker } from './aimock-maker.js';
import type { Passed, Said } from './faulty-way.js';
import type { Judge, Plan } from './judge.js';

const key = 'xai-0123456789abcdefghijklmnop';
const prompt = 'a fox';

let plan: Plan = { ends: 'never' };
let asked = 0;

function instead({ method, path, headers }: Passed): Said | undefined {
  if (headers['authorization'] !== `Bearer ${key}`)
    return { status: 401, json: { code: 'unauthenticated:bad-credentials', error: 'No key.' } };
  if (method !== 'GET' || !path.startsWith('/v1/videos/')) return undefined;
  asked += 1;
  if (asked === 1) return { status: 202 };
  if (plan.ends !== 'badly' || asked < 3) return undefined;
  return { status: 200, json: { status: 'failed', error: { code: plan.code, message: plan.message } } };
}

const maker = aimockMaker({ grokVideo: { pollsBeforeInProgress: 1, pollsBeforeCompleted: 2 } }, instead);

export const xaiJudge: Judge = {
  id: 'xai',
  played: 'aimock, and a stub from the source of @ai-sdk/xai',
  key,
  model: 'grok-imagine-video',
  cannot: ['cancel'],
  start: maker.start,
  stop: maker.stop,
  service: (baseUrl) => xai({ apiKey: key, baseUrl: `${baseUrl}/v1` }),
  plan(next) {
    plan = next;
    asked = 0;
    maker.mock.clearFixtures();
    if (next.ends === 'refused') maker.refuse(prompt, next);
    else {
      const url = next.ends === 'well' ? next.url : 'https://cdn.example.org/fox.mp4';
      maker.mock.onVideo(prompt, { video: { id: 'v', status: 'completed', url, duration: 5 } });
    }
  },
};
