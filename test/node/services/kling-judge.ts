// Kling, as `@ai-sdk/klingai` reads it. It verifies the token of every request.
import { createHmac } from 'node:crypto';

import { kling } from 'voxreel/services';

import { stray, stubJudge, type Body, type StubTask } from './stub.js';

const accessKey = 'AK0123456789abcdefAK0123456789ab';
const secretKey = 'SK0123456789abcdefSK0123456789ab';
const words = { waiting: 'submitted', working: 'processing', done: 'succeed', failed: 'failed', cancelled: 'failed' } as const;
/** Of each task, the endpoint that made it. */
let madeBy = '';

function isToken(authorization: string | undefined): boolean {
  const [, header = '', payload = '', signature] = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(authorization ?? '') ?? [];
  const part = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString() || '{}') as Record<string, unknown>;
  const { iss, exp, nbf } = part(payload);
  const now = Date.now() / 1000;
  return (
    signature === createHmac('sha256', secretKey).update(`${header}.${payload}`).digest('base64url') &&
    part(header)['alg'] === 'HS256' &&
    iss === accessKey &&
    Number(nbf) <= now &&
    Number(exp) > now &&
    Number(exp) <= now + 1801
  );
}

const dataOf = ({ id, state, url, message }: StubTask): object => ({
  task_id: id,
  task_status: words[state],
  task_status_msg: message,
  created_at: 1_764_235_825_029,
  updated_at: 1_764_235_834_382,
  ...(state === 'done' ? { task_result: { videos: [{ id: '822953089593376815', url, duration: '5.1' }] } } : {}),
});

function forbids(body: Body): string | undefined {
  if (body['model_name'] !== 'kling-v2-6' || typeof body['prompt'] !== 'string') return 'model_name or prompt is invalid';
  if (body['duration'] !== undefined && body['duration'] !== '5' && body['duration'] !== '10') return 'duration is invalid';
  const common = ['model_name', 'prompt', 'negative_prompt', 'duration', 'mode', 'sound', 'cfg_scale'];
  return stray(body, madeBy === 'image2video' ? [...common, 'image', 'image_tail'] : [...common, 'aspect_ratio']);
}

export const klingJudge = stubJudge({
  id: 'kling',
  played: 'a stub from the source of @ai-sdk/klingai',
  key: secretKey,
  model: 'kling-v2-6',
  // It has words for a failure, and numbers for a refusal.
  codes: { badly: 'failed', refused: 'invalid_request' },
  cannot: ['cancel'],
  service: (baseUrl) => kling({ accessKey, secretKey, baseUrl }),
  knows: (headers) => isToken(headers['authorization']),
  read({ method, path }) {
    const [, kind = '', id] = /^\/v1\/videos\/(text2video|image2video)(?:\/([\da-f-]{36}))?$/.exec(path) ?? [];
    if (kind === '' || method !== (id === undefined ? 'POST' : 'GET')) return undefined;
    if (id === undefined) madeBy = kind;
    else if (madeBy !== kind) return undefined;
    return id === undefined ? { to: 'create' } : { to: 'query', id };
  },
  forbids,
  says: (task) => ({ status: 200, json: { code: 0, message: 'SUCCEED', request_id: '0e748220', data: dataOf(task) } }),
  refuses: ({ status, message }) => ({ status, json: { code: status === 401 ? 1002 : 1201, message, request_id: '0e748220' } }),
});
