// Gets the file of an output from its host; a dead link is exchanged for a fresh one, once.
import { VoxreelError } from '../../errors.js';
import { pageUrl } from '../../page-url.js';
import { fetchResult } from './fetch-result.js';
import type { Fetched } from './fetch-result.js';
import type { FileStore } from './file-store.js';
import { isLink, outputOf } from './result-tasks.js';
import type { ResultTasks } from './result-tasks.js';

/** How the page reaches the service. */
export interface ResultService {
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>) | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Never throws but `aborted`, or where the output is gone. */
export type ResultSource = (id: string, at: number, signal: AbortSignal) => Promise<Fetched>;

export function createResultSource(
  tasks: ResultTasks,
  { baseUrl, headers, fetch }: ResultService,
  files: Pick<FileStore, 'maxBytes'>,
): ResultSource {
  const fetched = (url: string, signal: AbortSignal): Promise<Fetched> =>
    fetchResult(url, {
      maxBytes: files.maxBytes,
      signal,
      fetch,
      origin: pageUrl(baseUrl).origin,
      headers: async () => (typeof headers === 'function' ? headers() : (headers ?? {})),
    });
  return async (id, at, signal) => {
    const { url } = outputOf(tasks, id, at);
    if (!isLink(url))
      return { trouble: 'dead', error: new VoxreelError('expired', 'The video was made in a browser and is not kept here.') };
    const first = await fetched(url, signal);
    if (first.trouble !== 'dead') return first;
    const { pollError } = await tasks.refresh(id);
    signal.throwIfAborted();
    // Nobody could say whether there is another link.
    if (pollError) return { trouble: 'later', error: new VoxreelError(pollError.code, pollError.message, { retryable: true }) };
    const fresh = outputOf(tasks, id, at).url;
    return fresh === url || !isLink(fresh) ? first : fetched(fresh, signal);
  };
}
