// Gemini Omni, as the types of `@google/genai` 3.3.0 describe interactions. The maker's own client asks it too, in `gemini-omni.test`.
import { google } from 'voxreel/services';

import { stray, stubJudge, type Body, type StubTask } from './stub.js';

export const geminiKey = 'AIzaSyD0123456789abcdefghijklmnopqrstu';
const states = { waiting: 'queued', working: 'in_progress', done: 'completed', failed: 'failed', cancelled: 'cancelled' } as const;

const interactionOf = ({ id, state, url, message, code }: StubTask): object => ({
  id,
  object: 'interaction',
  model: 'gemini-omni-1.2-flash',
  status: states[state],
  created: '2026-11-28T12:00:00Z',
  updated: '2026-11-28T12:00:00Z',
  ...(state === 'failed' ? { errors: [{ code, message }] } : {}),
  steps:
    state === 'done' ? [{ type: 'thought' }, { type: 'model_output', content: [{ type: 'video', mime_type: 'video/mp4', uri: url }] }] : [],
});

function forbids(body: Body): string | undefined {
  const format = Object(body['response_format']) as Body;
  const [first] = (body['input'] ?? []) as Body[];
  if (!String(body['model']).startsWith('gemini-omni-')) return `models/${String(body['model'])} is not found.`;
  if (body['background'] !== true) return 'This stub keeps no connection open.';
  if (first?.['type'] !== 'text' || first['text'] === '') return 'The prompt is missing.';
  if (format['type'] !== 'video') return 'A video is asked for by its response_format.';
  const { duration = '6s' } = format;
  if (typeof duration !== 'string' || !/^\d+s$/.test(duration)) return 'duration wants seconds, as in 6s.';
  return (
    stray(body, ['model', 'background', 'input', 'generation_config', 'response_format']) ??
    stray(format, ['type', 'delivery', 'aspect_ratio', 'resolution', 'duration'])
  );
}

export const geminiOmniJudge = stubJudge({
  id: 'google',
  played: 'a stub of Gemini Omni from the types of @google/genai',
  key: geminiKey,
  model: 'gemini-omni-1.2-flash',
  service: (baseUrl) => google({ apiKey: geminiKey, baseUrl }),
  knows: (headers) => headers['x-goog-api-key'] === geminiKey,
  read({ method, path }) {
    // The maker's client asks for `v1`.
    const [, id, tail] = /^\/v1(?:beta)?\/interactions(?:\/([\da-f-]{36})(\?stream=false|\/cancel)?)?$/.exec(path) ?? [undefined, ''];
    if (id === undefined && method === 'POST') return { to: 'create' };
    if (!id) return undefined;
    if (method === 'POST' && tail === '/cancel') return { to: 'cancel', id };
    return method === 'GET' ? { to: 'query', id } : undefined;
  },
  forbids,
  says: (task) => ({ status: 200, json: interactionOf(task) }),
  refuses: ({ status, message, code }) => ({ status, json: { error: { code: code ?? 'invalid_request', message } } }),
});
