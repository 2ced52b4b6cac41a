// The handlers of the video document: they create, query and cancel a task, and play its results.
import { paths } from '../protocol/names.js';
import { json, noContent, paceOf, refuse, refused } from './answers/answers.js';
import { proxiedOutputs, scrubbedTask } from './answers/results.js';
import type { Scrub } from './answers/scrub.js';
import { refuseRange, streamResult } from './answers/stream-result.js';
import { isResponse, valueOf } from './answers/buffered-response.js';
import { hasEnded } from './answers/task-body.js';
import type { KnownTask } from './backends/backend.js';
import { cannotCancel } from './backends/task-answer.js';
import type { Backends } from './backends/backends.js';
import type { GatewaySettings } from './gateway-options.js';
import { videoRequest } from './gateway-request.js';
import { createInUse } from './in-use.js';
import { moderated } from './moderation.js';
import type { AddressRules } from './requests/addresses.js';
import type { VideoRules } from './requests/check-video-field.js';
import { checkVideoRequest } from './requests/check-video-request.js';
import { isFields } from './requests/fields.js';
import { readJson } from './requests/read-json.js';
import { allowsModel, exactly, refuseModel, type Call, type Route } from './route.js';
import type { Tasks } from './tasks.js';
import type { UploadedFiles } from './uploaded-files.js';
import { modelNamed } from './watch/audit.js';

export interface VideoParts {
  readonly backends: Backends;
  readonly tasks: Tasks;
  readonly files: UploadedFiles;
  readonly scrub: Scrub;
  readonly addresses: AddressRules;
}

const noTask = (): Response => refuse(400, 'task_not_exist', 'There is no such task.', 'task_id');

const noResult = (why: string): Response => refuse(400, 'result_not_found', `This task ${why}`, 'index');

/** Of a file that is not there yet, some makers say the same as of one that has gone. */
async function isUnfinished(found: KnownTask, call: Call): Promise<boolean> {
  const task = found.backend.streamsResults ? await valueOf(await found.backend.query(found, call)) : undefined;
  return isFields(task) && task['status'] !== undefined && !hasEnded(task);
}

const rulesOf = (settings: GatewaySettings, addresses: AddressRules): VideoRules => ({
  limits: settings.limits,
  imageBytes: settings.limits.imageBytes,
  checkAddress: addresses.check,
  allowsModel: (model) => allowsModel(settings, model),
  metadataKeys: settings.metadataKeys,
  extraFields: settings.extraFields ?? [],
});

export function videoRoutes(settings: GatewaySettings, { backends, tasks, files, scrub, addresses }: VideoParts): readonly Route[] {
  const { content, limits } = settings;
  const results = createInUse(limits.results);
  const cancels = settings.services?.some(({ video }) => video?.cancel !== undefined) === true;
  const rules = rulesOf(settings, addresses);

  const create = async (call: Call): Promise<Response> => {
    const body = await readJson(call.request, limits, call.hold);
    if (isResponse(body)) return body;
    call.note({ model: modelNamed(body['model']) });
    const refusal = checkVideoRequest(body, rules);
    if (refusal !== undefined) return refused(refusal);
    const unwanted = refuseModel(settings, body['model']) ?? (await moderated(settings, videoRequest(call.user, body)));
    if (unwanted !== undefined) return unwanted;
    const offering = backends.offering(String(body['model']));
    if (offering.length === 0) return refuse(400, 'model_not_found', 'No service here offers this model.', 'model');
    const placed = await files.placed(call.user, body, offering);
    return isResponse(placed) ? placed : tasks.make(call, ...placed);
  };

  /** Another user's task is asked after by nobody. */
  const known = async ({ user, parts: [signedId = ''] }: Call): Promise<KnownTask | undefined> => tasks.known(user, signedId);

  const query = async (call: Call): Promise<Response> => {
    const { url, user, parts } = call;
    const found = await known(call);
    if (found === undefined) return noTask();
    const answer = await found.backend.query(found, call);
    const task = answer.ok ? await valueOf(answer) : undefined;
    if (task === undefined) return answer;
    const fit = await tasks.told(user, found, parts[0] ?? '', scrubbedTask(task, scrub));
    const streams = content === 'proxy' || found.backend.streamsResults;
    const body = streams && isFields(fit) ? proxiedOutputs(fit, url.pathname, found.backend.base) : fit;
    return json(answer.status, body, paceOf(answer));
  };

  const cancel = async (call: Call): Promise<Response> => {
    const found = await known(call);
    if (found === undefined) return noTask();
    const refusal = await (found.backend.cancel?.(found, call) ?? cannotCancel());
    if (refusal !== undefined) return refusal;
    await tasks.removed(call.user, found, call.parts[0] ?? '');
    return noContent();
  };

  const streamContent = async (call: Call): Promise<Response> => {
    const { request, parts } = call;
    const refusal = refuseRange(request);
    if (refusal !== undefined) return refusal;
    const found = await known(call);
    if (found === undefined) return noTask();
    const place = await found.backend.result(found, Number(parts[1] ?? '0'), call);
    if (place === undefined) return noResult('has no such result.');
    if (isResponse(place)) return place;
    if (!results.take(call.user.id))
      return refuse(429, 'too_many_results', 'Too many results are being played. Try again later.', '', { 'retry-after': '5' });
    const { timeoutMs, idleMs, resultMs } = limits;
    const done = (): void => results.give(call.user.id);
    const answer = await streamResult(place, request, { addresses, clean: scrub.key, done, timeoutMs, idleMs, totalMs: resultMs });
    return answer.status === 410 && (await isUnfinished(found, call)) ? noResult('has no result yet.') : answer;
  };

  const task = /^\/v1\/video\/generations\/([^/]+)$/;
  const result = /^\/v1\/video\/generations\/([^/]+)\/content\/(\d{1,2})$/;
  return [
    { method: 'POST', path: exactly(paths.videoGenerations), answer: create },
    { method: 'GET', path: task, answer: query },
    ...(cancels ? [{ method: 'DELETE', path: task, answer: cancel } as const] : []),
    { method: 'GET', path: result, answer: streamContent },
    { method: 'HEAD', path: result, answer: streamContent },
  ];
}
