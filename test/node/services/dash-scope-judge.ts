// DashScope, as `@ai-sdk/alibaba` reads it.
import { dashScope } from 'voxreel/services';
import type { Passed } from './faulty-way.js';
import { stray, stubJudge, type Body, type StubTask } from './stub.js';

const key = 'sk-0123456789abcdef0123456789abcdef';
const words = { waiting: 'PENDING', working: 'RUNNING', done: 'SUCCEEDED', failed: 'FAILED', cancelled: 'CANCELED' } as const;

const answerOf = ({ id, state, url, message, code }: StubTask): object => ({
  request_id: 'c1209113-8437-424f-a386-xxxxxx',
  output: {
    task_id: id,
    task_status: words[state],
    ...(state === 'done' ? { video_url: url, orig_prompt: 'a fox' } : {}),
    ...(state === 'failed' ? { code, message } : {}),
  },
});

function forbids(body: Body, { headers }: Passed): string | undefined {
  if (headers['x-dashscope-async'] !== 'enable') return 'current user api does not support synchronous calls.';
  const { input, parameters } = body as { readonly input?: Body; readonly parameters?: Body };
  if (body['model'] !== 'wan2.7-t2v') return 'Model not exist.';
  if (typeof input?.['prompt'] !== 'string') return 'Field required: input.prompt';
  if (!Number.isInteger(parameters?.['duration'] ?? 5)) return 'duration must be an integer.';
  return (
    stray(body, ['model', 'input', 'parameters']) ??
    stray(input, ['prompt', 'negative_prompt', 'audio_url']) ??
    stray(parameters, ['resolution', 'ratio', 'duration', 'prompt_extend', 'watermark', 'seed'])
  );
}

export const dashScopeJudge = stubJudge({
  id: 'dash-scope',
  played: 'a stub from the source of @ai-sdk/alibaba',
  key,
  model: 'wan2.7-t2v',
  service: (baseUrl) => dashScope({ apiKey: key, baseUrl }),
  knows: (headers) => headers['authorization'] === `Bearer ${key}`,
  read({ method, path }) {
    if (method === 'POST' && path === '/api/v1/services/aigc/video-generation/video-synthesis') return { to: 'create' };
    const [, id, rest] = /^\/api\/v1\/tasks\/([\da-f-]{36})(\/cancel)?$/.exec(path) ?? [];
    if (id === undefined || method !== (rest === undefined ? 'GET' : 'POST')) return undefined;
    return { to: rest === undefined ? 'query' : 'cancel', id };
  },
  forbids,
  says: (task, to) => ({ status: 200, json: to === 'cancel' ? { request_id: 'c1209113' } : answerOf(task) }),
  refuses: ({ status, message, code = 'InvalidParameter' }) => ({ status, json: { code, message, request_id: 'c1209113' } }),
});
