// Ark, as aimock plays it; cancelling, which aimock does not know, is said as the maker documents it.
import { ark } from 'voxreel/services';

import { aimockMaker } from './aimock-maker.js';
import type { Passed, Said } from './faulty-way.js';
import type { Judge } from './judge.js';

const key = 'a1b2c3d4-1111-4222-8333-444455556666';
const prompt = 'a fox';
const model = 'seedance-1-5-pro-251215';

function instead({ method, path, headers }: Passed): Said | undefined {
  if (headers['authorization'] !== `Bearer ${key}`)
    return { status: 401, json: { error: { message: 'No key.', code: 'AuthenticationError' } } };
  return method === 'DELETE' && path.startsWith('/api/v3/contents/generations/tasks/') ? { status: 200, json: {} } : undefined;
}

const maker = aimockMaker({ bytePlusVideo: { pollsBeforeInProgress: 1, pollsBeforeCompleted: 2 } }, instead);

export const arkJudge: Judge = {
  id: 'ark',
  played: 'aimock',
  key,
  model,
  start: maker.start,
  stop: maker.stop,
  service: (baseUrl) => ark({ apiKey: key, baseUrl: `${baseUrl}/api/v3` }),
  plan(next) {
    maker.mock.clearFixtures();
    const asked = { userMessage: prompt, endpoint: 'video' } as const;
    const times = { model, created_at: 1_790_000_000, updated_at: Math.floor(Date.now() / 1000) };
    if (next.ends === 'refused') maker.refuse(prompt, next);
    else if (next.ends === 'badly')
      maker.mock.on(asked, { json: { ...times, status: 'failed', error: { code: next.code, message: next.message } } });
    else {
      const url = next.ends === 'well' ? next.url : 'https://cdn.example.org/fox.mp4';
      maker.mock.on(asked, { json: { ...times, status: 'succeeded', content: { video_url: url } } });
    }
  },
};
