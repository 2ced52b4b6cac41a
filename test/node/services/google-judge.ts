// Veo, as aimock plays it; the reason of a failure, which aimock has no room for, is said as Google's `ErrorInfo` has it.
import { LLMock } from '@copilotkit/aimock';
import { google } from 'voxreel/services';

import { faultyWay, type FaultyWay, type Passed, type Said } from './faulty-way.js';
import type { Judge, Plan } from './judge.js';

const key = 'AIzaSyD0123456789abcdefghijklmnopqrstu';
const prompt = 'a fox';

let mock: LLMock;
let way: FaultyWay;
let plan: Plan = { ends: 'never' };
/** Queries until a task has failed. */
let left = 2;

function instead({ method, path, headers }: Passed): Said | undefined {
  if (headers['x-goog-api-key'] !== key)
    return { status: 401, json: { error: { code: 401, message: 'No key.', status: 'UNAUTHENTICATED' } } };
  if (method !== 'GET' || plan.ends !== 'badly' || !path.startsWith('/v1beta/operations/')) return undefined;
  left -= 1;
  if (left >= 0) return undefined;
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: plan.code, domain: 'googleapis.com' }];
  return { status: 200, json: { name: path.slice('/v1beta/'.length), done: true, error: { code: 3, message: plan.message, details } } };
}

export const googleJudge: Judge = {
  id: 'google',
  played: 'aimock',
  key,
  model: 'veo-3.1-generate-preview',
  // The maker ends no video once it has begun.
  cannot: ['cancel'],
  async start() {
    mock = new LLMock({ port: 0, veoVideo: { pollsBeforeInProgress: 1, pollsBeforeCompleted: 3 } });
    await mock.start();
    way = await faultyWay(mock.url, { instead });
    return way.url;
  },
  async stop() {
    await way.close();
    await mock.stop();
  },
  service: (baseUrl) => google({ apiKey: key, baseUrl }),
  plan(next) {
    plan = next;
    left = 2;
    mock.clearFixtures();
    if (next.ends === 'refused') {
      const { status, message, code } = next;
      mock.on({ userMessage: prompt, endpoint: 'video' }, { error: { message, ...(code === undefined ? {} : { code }) }, status });
    } else {
      const url = next.ends === 'well' ? next.url : 'https://cdn.example.org/fox.mp4';
      mock.onVideo(prompt, { video: { id: 'v', status: 'completed', url } });
    }
  },
};
