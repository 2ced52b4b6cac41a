// The service of the documents' interface: its answers pass as they are.
import { paths, videoGenerationPath } from '../../protocol/names.js';
import { outcomeOf } from '../answers/outcome.js';
import { resultUrls } from '../answers/results.js';
import { textOf } from '../answers/buffered-response.js';
import { parsed } from '../requests/fields.js';
import type { UpstreamClient } from '../upstream-client.js';
import type { VideoBackend } from './backend.js';

export const upstreamId = 'upstream';

export function createUpstreamBackend(upstream: UpstreamClient): VideoBackend {
  const own = new URL(upstream.base).origin;
  const backend: VideoBackend = {
    id: upstreamId,
    repeatable: upstream.idempotent === true,
    base: upstream.base,
    streamsResults: false,
    async create(fields, { traced }, key) {
      const headers = upstream.withKey({
        'content-type': 'application/json',
        ...traced,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      });
      // Its page may leave: a task that is being made is made, and paid for, all the same.
      const response = await upstream.send(paths.videoGenerations, 'POST', headers, undefined, JSON.stringify(fields));
      return { response, outcome: outcomeOf(response) };
    },
    query: ({ id }, { traced, request }) => upstream.send(videoGenerationPath(id), 'GET', upstream.withKey(traced), request.signal),
    async result(task, index, call) {
      const answer = await backend.query(task, call);
      if (!answer.ok) return answer;
      const url = resultUrls(parsed(await textOf(answer)), upstream.base)[index];
      return url === undefined ? undefined : { url, headers: upstream.withKey(), isTrusted: (place) => new URL(place).origin === own };
    },
  };
  return backend;
}
