// MiniMax, as its documentation describes it: everything is 200, and `base_resp` says what came of it.
import { miniMax } from 'voxreel/services';
import type { Passed, Said } from './faulty-way.js';
import { stray, stubJudge, type Body, type Refused, type StubTask } from './stub.js';

const key = 'sk-api-0123456789abcdef0123456789abcdef';
const words = { waiting: 'Queueing', working: 'Processing', done: 'Success', failed: 'Fail', cancelled: 'Fail' } as const;
const well = { status_code: 0, status_msg: 'success' };
const files = new Map<string, string>();

const codes: Readonly<Record<string, number>> = { moderation_blocked: 1026, content_policy_violation: 1027 };
const refuses = ({ status, message, code = '' }: Refused): Said => ({
  status: 200,
  json: { base_resp: { status_code: codes[code] ?? (status === 401 ? 1004 : 2013), status_msg: message } },
});

function taskOf({ id, state, url, message, code = '' }: StubTask): object {
  const base = { task_id: id, status: words[state], base_resp: well };
  if (state === 'failed') return { ...base, base_resp: { status_code: codes[code] ?? 1027, status_msg: message } };
  if (state !== 'done') return base;
  const fileId = String(176_844_028_768_320 + files.size);
  files.set(fileId, url);
  return { ...base, file_id: fileId, video_width: 1366, video_height: 768 };
}

function forbids(body: Body): string | undefined {
  if (body['model'] !== 'MiniMax-Hailuo-2.3' || typeof body['prompt'] !== 'string') return 'invalid params, model and prompt';
  if (![6, 10].includes(Number(body['duration'] ?? 6))) return 'invalid params, duration';
  return stray(body, ['model', 'prompt', 'duration', 'resolution', 'prompt_optimizer', 'first_frame_image', 'last_frame_image']);
}

export const miniMaxJudge = stubJudge({
  id: 'mini-max',
  played: 'a stub from its documentation',
  key,
  model: 'MiniMax-Hailuo-2.3',
  codes: { badly: '1027', refused: '1026' },
  cannot: ['cancel'],
  service: (baseUrl) => miniMax({ apiKey: key, baseUrl }),
  knows: (headers) => headers['authorization'] === `Bearer ${key}`,
  read({ method, path }) {
    if (method === 'POST' && path === '/v1/video_generation') return { to: 'create' };
    const [, id] = /^\/v1\/query\/video_generation\?task_id=([\da-f-]{36})$/.exec(path) ?? [];
    return id === undefined || method !== 'GET' ? undefined : { to: 'query', id };
  },
  besides({ method, path }: Passed) {
    const [, id] = /^\/v1\/files\/retrieve\?file_id=(\d+)$/.exec(path) ?? [];
    if (id === undefined || method !== 'GET') return undefined;
    return { status: 200, json: { file: { file_id: Number(id), download_url: files.get(id) }, base_resp: well } };
  },
  forbids,
  says: (task, to) => ({ status: 200, json: to === 'create' ? { task_id: task.id, base_resp: well } : taskOf(task) }),
  refuses,
});
