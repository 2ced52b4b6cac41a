// Runway, as `@runwayml/sdk` reads it: answers are in its types.
import type RunwayML from '@runwayml/sdk';
import { runway } from 'voxreel/services';

import type { Said } from './faulty-way.js';
import { stray, stubJudge, type StubTask } from './stub.js';

const key = 'key_0123456789abcdef0123456789abcdef';
const fields = ['model', 'promptText', 'ratio', 'duration', 'seed', 'contentModeration', 'outputFormat'];

type Task = RunwayML.TaskRetrieveResponse;
const createdAt = '2026-11-24T12:00:00.000Z';

function taskOf({ id, state, url, message, code }: StubTask): Task {
  const estimatedCost = { credits: 60 };
  if (state === 'waiting') return { id, createdAt, estimatedCost, status: 'PENDING' };
  if (state === 'working') return { id, createdAt, estimatedCost, status: 'RUNNING', progress: 0.4 };
  if (state === 'done') return { id, createdAt, cost: estimatedCost, status: 'SUCCEEDED', output: [url] };
  const cost = { credits: 0 };
  if (state === 'cancelled') return { id, createdAt, cost, status: 'CANCELLED' };
  return { id, createdAt, cost, status: 'FAILED', failure: message, ...(code === undefined ? {} : { failureCode: code }) };
}

export const runwayJudge = stubJudge({
  id: 'runway',
  played: 'a stub from the types of @runwayml/sdk',
  key,
  model: 'gen4.5',
  // It names its refusals in words alone.
  codes: { refused: 'invalid_request' },
  service: (baseUrl) => runway({ apiKey: key, baseUrl }),
  knows: (headers) => headers['authorization'] === `Bearer ${key}` && headers['x-runway-version'] === '2024-11-06',
  read({ method, path }) {
    if (method === 'POST' && /^\/v1\/(?:text|image)_to_video$/.test(path)) return { to: 'create' };
    const [, id] = /^\/v1\/tasks\/([\da-f-]{36})$/.exec(path) ?? [];
    if (id === undefined || (method !== 'GET' && method !== 'DELETE')) return undefined;
    return { to: method === 'GET' ? 'query' : 'cancel', id };
  },
  forbids(body, { path }) {
    const image = path === '/v1/image_to_video';
    if (image !== (typeof body['promptImage'] === 'string')) return 'A picture belongs to the other endpoint.';
    if (body['model'] !== 'gen4.5' || typeof body['promptText'] !== 'string') return 'A model and a prompt are required.';
    const duration = body['duration'];
    if (!Number.isInteger(duration) || Number(duration) < 2 || Number(duration) > 10) return 'A duration of 2 to 10 is required.';
    if (!/^\d+:\d+$/.test(String(body['ratio']))) return 'A ratio is required.';
    return stray(body, image ? [...fields, 'promptImage'] : fields);
  },
  says(task, to): Said {
    if (to === 'create')
      return { status: 200, json: { id: task.id, estimatedCost: { credits: 60 } } satisfies RunwayML.TextToVideoCreateResponse };
    return to === 'cancel' ? { status: 204 } : { status: 200, json: taskOf(task) };
  },
  refuses: ({ status, message }) => ({ status, json: { error: message } }),
});
