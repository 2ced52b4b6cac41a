// Ark, as aimock plays it; cancelling, which aimock does not know, is said as the maker documents it.
import { LLMock } from '@copilotkit/aimock';
import { ark } from 'voxreel/services';

import { faultyWay, type FaultyWay, type Passed, type Said } from './faulty-way.js';
import type { Judge } from './judge.js';

const key = 'a1b2c3d4-1111-4222-8333-444455556666';
const prompt = 'a fox';
const model = 'seedance-1-5-pro-251215';

let mock: LLMock;
let way: FaultyWay;

function instead({ method, path, headers }: Passed): Said | undefined {
  if (headers['authorization'] !== `Bearer ${key}`)
    return { status: 401, json: { error: { message: 'No key.', code: 'AuthenticationError' } } };
  return method === 'DELETE' && path.startsWith('/api/v3/contents/generations/tasks/') ? { status: 200, json: {} } : undefined;
}

export const arkJudge: Judge = {
  id: 'ark',
  played: 'aimock',
  key,
  model,
  async start() {
    mock = new LLMock({ port: 0, bytePlusVideo: { pollsBeforeInProgress: 1, pollsBeforeCompleted: 2 } });
    await mock.start();
    way = await faultyWay(mock.url, { instead });
    return way.url;
  },
  async stop() {
    await way.close();
    await mock.stop();
  },
  service: (baseUrl) => ark({ apiKey: key, baseUrl: `${baseUrl}/api/v3` }),
  plan(next) {
    mock.clearFixtures();
    const asked = { userMessage: prompt, endpoint: 'video' } as const;
    const times = { model, created_at: 1_790_000_000, updated_at: Math.floor(Date.now() / 1000) };
    if (next.ends === 'refused') {
      const { status, message, code } = next;
      mock.on(asked, { error: { message, ...(code === undefined ? {} : { code }) }, status });
    } else if (next.ends === 'badly')
      mock.on(asked, { json: { ...times, status: 'failed', error: { code: next.code, message: next.message } } });
    else {
      const url = next.ends === 'well' ? next.url : 'https://cdn.example.org/fox.mp4';
      mock.on(asked, { json: { ...times, status: 'succeeded', content: { video_url: url } } });
    }
  },
};
