// The service of the documents' interface: its answers pass as they are.
import { paths, videoGenerationPath } from '../../protocol/names.js';
import type { TaskRef } from '../../services/service.js';
import { refuse } from '../answers/answers.js';
import { outcomeOf } from '../answers/outcome.js';
import { resultUrls } from '../answers/results.js';
import { isResponse, valueOf } from '../answers/buffered-response.js';
import type { Call } from '../route.js';
import { keyHeader, type KeyHeader, type UpstreamClient } from '../upstream-client.js';
import type { VideoBackend } from './backend.js';

export const upstreamId = 'upstream';

/** `digest` stands for a user, for a service that wants to tell people apart. */
export function createUpstreamBackend(upstream: UpstreamClient, digest: (...parts: readonly string[]) => Promise<string>): VideoBackend {
  const own = new URL(upstream.base).origin;
  const { keys } = upstream;
  /** A service shows a task to the key that made it alone. */
  const headerFor = async ({ state }: TaskRef): Promise<KeyHeader | Response> => {
    const key = await keys.marked(state);
    return key === undefined ? keyRemoved() : keyHeader(key);
  };
  const ask = ({ id }: TaskRef, { traced, request }: Call, header: KeyHeader): Promise<Response> =>
    upstream.send(videoGenerationPath(id), 'GET', { ...header, ...traced }, request.signal);
  return {
    id: upstreamId,
    // With another key the service would not recognize the request, and make the video twice.
    repeatable: upstream.idempotent === true && keys.all.length === 1,
    base: upstream.base,
    streamsResults: false,
    async create(fields, { traced, user }, idempotencyKey) {
      const more = {
        'content-type': 'application/json',
        ...traced,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      };
      // The documents' place for it. A page could name anyone there.
      const body = JSON.stringify({ ...fields, user: await digest('user', user.id) });
      // Its page may leave: a task that is being made is made, and paid for, all the same.
      const { response, key } = await upstream.withAnyKey((header) =>
        upstream.send(paths.videoGenerations, 'POST', { ...header, ...more }, undefined, body),
      );
      return { response, outcome: outcomeOf(response), state: await keys.markOf(key) };
    },
    async query(task, call) {
      const header = await headerFor(task);
      return isResponse(header) ? header : ask(task, call, header);
    },
    async result(task, index, call) {
      const header = await headerFor(task);
      if (isResponse(header)) return header;
      const answer = await ask(task, call, header);
      if (!answer.ok) return answer;
      const url = resultUrls(await valueOf(answer), upstream.base)[index];
      return url === undefined ? undefined : { url, headers: { ...header }, isTrusted: (place) => new URL(place).origin === own };
    },
  };
}

/** As of a result that has gone: it comes back only if the site lists the key again. */
const keyRemoved = (): Response =>
  refuse(410, 'key_removed', 'This task was made with a key that the site has removed. It cannot be asked after.', 'task_id');
