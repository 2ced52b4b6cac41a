// Veo, as aimock plays it; the reason of a failure, which aimock has no room for, is said as Google's `ErrorInfo` has it.
import { google } from 'voxreel/services';

import { aimockMaker } from './aimock-maker.js';
import type { Passed, Said } from './faulty-way.js';
import type { Judge, Plan } from './judge.js';

const key = 'AIzaSyD0123456789abcdefghijklmnopqrstu';
const prompt = 'a fox';

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

const maker = aimockMaker({ veoVideo: { pollsBeforeInProgress: 1, pollsBeforeCompleted: 3 } }, instead);

export const googleJudge: Judge = {
  id: 'google',
  played: 'aimock',
  key,
  model: 'veo-3.1-generate-preview',
  // The maker ends no video once it has begun.
  cannot: ['cancel'],
  start: maker.start,
  stop: maker.stop,
  service: (baseUrl) => google({ apiKey: key, baseUrl }),
  plan(next) {
    plan = next;
    left = 2;
    maker.mock.clearFixtures();
    if (next.ends === 'refused') maker.refuse(prompt, next);
    else {
      const url = next.ends === 'well' ? next.url : 'https://cdn.example.org/fox.mp4';
      maker.mock.onVideo(prompt, { video: { id: 'v', status: 'completed', url } });
    }
  },
};
