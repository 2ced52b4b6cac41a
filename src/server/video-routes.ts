// The handlers of the video document: a task made, asked after, and its results played. Knows nothing of who may ask.
import { paths, videoGenerationPath } from '../protocol/names.js';
import { refuse } from './answers.js';
import type { GatewaySettings } from './gateway-options.js';
import { readJson } from './read-json.js';
import { proxiedOutputs, resultUrls } from './results.js';
import { exactly, refuseModel, type Call, type Route, type Service } from './route.js';

export function videoRoutes(settings: GatewaySettings, service: Service): readonly Route[] {
  const { base, content, limits } = settings;

  const create = async ({ request }: Call): Promise<Response> => {
    const body = await readJson(request, limits);
    if (body instanceof Response) return body;
    const refusal = refuseModel(settings, body['model']);
    if (refusal !== undefined) return refusal;
    const idempotencyKey = request.headers.get('idempotency-key');
    const headers = service.withKey({
      'content-type': 'application/json',
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    });
    return service.send(paths.videoGenerations, 'POST', headers, request.signal, JSON.stringify(body));
  };

  const query = async ({ request, url, parts: [taskId = ''] }: Call): Promise<Response> => {
    const answer = await service.send(videoGenerationPath(taskId), 'GET', service.withKey(), request.signal);
    return content === 'proxy' && answer.ok ? proxiedOutputs(answer, url.pathname, base) : answer;
  };

  const streamContent = async ({ request, parts: [taskId = '', index = '0'] }: Call): Promise<Response> => {
    const task = await service.send(videoGenerationPath(taskId), 'GET', service.withKey(), request.signal);
    if (!task.ok) return task;
    const url = resultUrls(await task.json().catch(() => undefined), base)[Number(index)];
    if (url === undefined) return refuse(400, 'result_not_found', 'This task has no such result.', 'index');
    const range = request.headers.get('range');
    // The key goes to the service itself, never to the host of a result.
    const headers = { ...(new URL(url).origin === new URL(base).origin ? service.withKey() : {}), ...(range ? { range } : {}) };
    return service.send(url, 'GET', headers, request.signal);
  };

  return [
    { method: 'POST', path: exactly(paths.videoGenerations), answer: create },
    { method: 'GET', path: /^\/v1\/video\/generations\/([\w.~-]+)$/, answer: query },
    { method: 'GET', path: /^\/v1\/video\/generations\/([\w.~-]+)\/content\/(\d{1,2})$/, answer: streamContent },
  ];
}
