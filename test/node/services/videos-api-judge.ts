// The `/v1/videos` family, as aimock plays it; what aimock does not know (how a job goes on, words of a failure, files, deletion) is said in the shapes of the `openai` package.
import type { Video, VideoDeleteResponse } from 'openai/resources/videos';
import { videosApi } from 'voxreel/services';

import { aimockMaker } from './aimock-maker.js';
import type { Passed, Said } from './faulty-way.js';
import type { Judge, Plan } from './judge.js';

const key = 'sk-relay-0123456789abcdef';
const prompt = 'a fox';
const film = new TextEncoder().encode('0123456789');

let plan: Plan = { ends: 'never' };
let made = 0;
/** Queries until a task is done. */
let left = 2;
const deleted = new Set<string>();

function instead({ method, path, headers }: Passed): Said | undefined {
  const [, id = '', rest = ''] = /^\/v1\/videos\/([^/]+)(\/content)?$/.exec(path) ?? [];
  if (id === '') return undefined;
  if (headers['authorization'] !== `Bearer ${key}`)
    return { status: 401, json: { error: { message: 'No key.', code: 'invalid_api_key' } } };
  if (deleted.has(id)) return { status: 404, json: { error: { message: `Video ${id} not found`, code: 'not_found' } } };
  if (method === 'DELETE') {
    deleted.add(id);
    return { status: 200, json: { id, deleted: true, object: 'video.deleted' } satisfies VideoDeleteResponse };
  }
  if (rest !== '') return filmOf(headers['range']);
  left -= 1;
  if (left >= 0) return { status: 200, json: { id, status: 'in_progress', progress: 40 } satisfies Partial<Video> };
  // aimock plays creation; a job of its own does not change once it is made.
  if (plan.ends === 'well')
    return { status: 200, json: { id, status: 'completed', progress: 100, seconds: '4', size: '1280x720' } satisfies Partial<Video> };
  if (plan.ends !== 'badly') return undefined;
  const error = { code: plan.code ?? 'failed', message: plan.message };
  return { status: 200, json: { id, status: 'failed', error } satisfies Partial<Video> };
}

/** A link that has died is a file that is gone. */
function filmOf(range: string | undefined): Said {
  if (plan.ends === 'well' && plan.url.includes('expired')) return { status: 404, json: { error: { message: 'Expired.' } } };
  const type = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes' };
  const [, from = '0', to = '9'] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (range === undefined) return { status: 200, bytes: film, headers: type };
  return {
    status: 206,
    bytes: film.subarray(Number(from), Number(to) + 1),
    headers: { ...type, 'content-range': `bytes ${from}-${to}/10` },
  };
}

const maker = aimockMaker({}, instead);

export const videosApiJudge: Judge = {
  id: 'videos-api',
  played: 'aimock, and a stub from the types of openai',
  key,
  model: 'sora-2',
  start: maker.start,
  stop: maker.stop,
  service: (baseUrl) => videosApi({ apiKey: key, baseUrl: `${baseUrl}/v1`, models: ['sora-2'] }),
  plan(next) {
    plan = next;
    left = next.ends === 'never' ? Number.POSITIVE_INFINITY : 2;
    made += 1;
    maker.mock.clearFixtures();
    if (next.ends === 'refused') maker.refuse(prompt, next);
    else maker.mock.onVideo(prompt, { video: { id: `video_${made}`, status: 'processing' } });
  },
};
