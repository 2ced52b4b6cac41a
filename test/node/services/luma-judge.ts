// Luma, as its documentation describes it.
import { luma } from 'voxreel/services';
import { stray, stubJudge, type Body, type StubTask } from './stub.js';

const key = 'luma-api-0123456789abcdef0123456789abcdef';
const states = { waiting: 'queued', working: 'processing', done: 'completed', failed: 'failed', cancelled: 'failed' } as const;

const generationOf = ({ id, state, url, message, code }: StubTask): object => ({
  id,
  type: 'video',
  state: states[state],
  model: 'ray-3.2',
  created_at: '2026-11-24T12:00:00Z',
  output: state === 'done' ? [{ type: 'video', url }] : [],
  failure_reason: state === 'failed' ? message : null,
  // A closed list.
  failure_code: state === 'failed' ? (code === 'content_policy_violation' ? 'content_moderated' : 'generation_failed') : null,
});

function forbids(body: Body): string | undefined {
  const video = body['video'] as Body | undefined;
  if (body['model'] !== 'ray-3.2' || body['type'] !== 'video') return 'Unknown model.';
  if (typeof body['prompt'] !== 'string' || body['prompt'] === '') return 'Prompt must be between 1 and 6000 characters';
  if (!['5s', '10s', undefined].includes(video?.['duration'] as string | undefined)) return 'Invalid duration.';
  if (video?.['duration'] === '10s' && 'start_frame' in video) return 'Ten seconds go with no frame.';
  return (
    stray(body, ['model', 'type', 'prompt', 'aspect_ratio', 'video']) ??
    stray(video, ['resolution', 'duration', 'loop', 'hdr', 'exr_export', 'start_frame', 'end_frame', 'keyframes', 'keyframe_indexes'])
  );
}

export const lumaJudge = stubJudge({
  id: 'luma',
  played: 'a stub from its documentation',
  key,
  model: 'ray-3.2',
  codes: { badly: 'content_moderated', refused: 'invalid_request' },
  cannot: ['cancel'],
  service: (baseUrl) => luma({ apiKey: key, baseUrl }),
  knows: (headers) => headers['authorization'] === `Bearer ${key}`,
  read({ method, path }) {
    if (method === 'POST' && path === '/v1/generations') return { to: 'create' };
    const [, id] = /^\/v1\/generations\/([\da-f-]{36})$/.exec(path) ?? [];
    return id === undefined || method !== 'GET' ? undefined : { to: 'query', id };
  },
  forbids,
  says: (task, to) => ({ status: to === 'create' ? 201 : 200, json: generationOf(task) }),
  refuses: ({ status, message }) => ({ status, json: { detail: message } }),
});
