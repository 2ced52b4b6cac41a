// The handlers of the video document: a task made, asked after, and its results played. Knows nothing of who may ask.
import { paths, videoGenerationPath } from '../protocol/names.js';
import { json, refuse, refused } from './answers/answers.js';
import { checkVideoRequest } from './requests/check-video-request.js';
import type { VideoRules } from './requests/check-video-field.js';
import type { GatewaySettings } from './gateway-options.js';
import { createInUse } from './in-use.js';
import type { Rates } from './state/rate.js';
import { readJson } from './requests/read-json.js';
import { proxiedOutputs, resultUrls, scrubbedTask } from './answers/results.js';
import { allowsModel, exactly, refuseModel, type Call, type Route, type Service } from './route.js';
import { isFields, parsed } from './requests/fields.js';
import { refuseRange, streamResult } from './answers/stream-result.js';
import type { TaskIds } from './task-ids.js';
import { createTasks } from './tasks.js';
import { isResponse, textOf } from './answers/whole-response.js';

export function videoRoutes(settings: GatewaySettings, service: Service, rates: Rates, ids: TaskIds): readonly Route[] {
  const tasks = createTasks(settings, service, rates, ids);
  const { base, content, limits } = settings;
  const results = createInUse(limits.results);
  const rules: VideoRules = {
    limits,
    imageBytes: limits.imageBytes,
    checkAddress: service.checkAddress,
    allowsModel: (model) => allowsModel(settings, model),
    metadataKeys: settings.metadataKeys,
    extraFields: settings.extraFields ?? [],
  };

  const create = async (call: Call): Promise<Response> => {
    const body = await readJson(call.request, limits, call.hold);
    if (isResponse(body)) return body;
    const refusal = checkVideoRequest(body, rules);
    if (refusal !== undefined) return refused(refusal);
    const modelRefusal = refuseModel(settings, body['model']);
    if (modelRefusal !== undefined) return modelRefusal;
    return tasks.make(call, body);
  };

  /** Another user's task is asked after by nobody. */
  const ask = async ({ request, user, traced, parts: [signedId = ''] }: Call): Promise<Response> => {
    const id = await tasks.idOf(user, signedId);
    if (id === undefined) return refuse(400, 'task_not_exist', 'There is no such task.', 'task_id');
    return service.send(videoGenerationPath(id), 'GET', service.withKey(traced), request.signal);
  };

  const query = async (call: Call): Promise<Response> => {
    const {
      url,
      user,
      parts: [signedId = ''],
    } = call;
    const answer = await ask(call);
    const task = answer.ok ? parsed(await textOf(answer)) : undefined;
    if (task === undefined) return answer;
    const fit = await tasks.told(user, signedId, scrubbedTask(task, service.scrub));
    const retryAfter = answer.headers.get('retry-after');
    const body = content === 'proxy' && isFields(fit) ? proxiedOutputs(fit, url.pathname, base) : fit;
    return json(answer.status, body, retryAfter === null ? {} : { 'retry-after': retryAfter });
  };

  const streamContent = async (call: Call): Promise<Response> => {
    const {
      request,
      parts: [, index = '0'],
    } = call;
    const refusal = refuseRange(request);
    if (refusal !== undefined) return refusal;
    const task = await ask(call);
    if (!task.ok) return task;
    const url = resultUrls(parsed(await textOf(task)), base)[Number(index)];
    if (url === undefined) return refuse(400, 'result_not_found', 'This task has no such result.', 'index');
    if (!results.take(call.user.id))
      return refuse(429, 'too_many_results', 'Too many results are being played. Try again later.', '', { 'retry-after': '5' });
    const { checkAddress, isNamedHost } = service;
    const { timeoutMs, idleMs, resultMs } = limits;
    return streamResult(url, request, {
      base,
      keyHeaders: service.withKey(),
      clean: service.scrub.key,
      checkAddress,
      isNamedHost,
      done: () => results.give(call.user.id),
      timeoutMs,
      idleMs,
      wholeMs: resultMs,
    });
  };

  const task = /^\/v1\/video\/generations\/([^/]+)$/;
  const result = /^\/v1\/video\/generations\/([^/]+)\/content\/(\d{1,2})$/;
  return [
    { method: 'POST', path: exactly(paths.videoGenerations), answer: create },
    { method: 'GET', path: task, answer: query },
    { method: 'GET', path: result, answer: streamContent },
    { method: 'HEAD', path: result, answer: streamContent },
  ];
}
