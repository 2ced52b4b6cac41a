// Gets the file of an output from its host; a dead link is exchanged for a fresh one, once.
import { VoxreelError } from '../../errors.js';
import { videoGenerationPath } from '../../../protocol/names.js';
import { joinUrl } from '../../http.js';
import { pageUrl } from '../../page-url.js';
import { fetchResult } from './fetch-result.js';
import type { Fetched, Part } from './fetch-result.js';
import type { FileStore } from './file-store.js';
import { openLink } from './linked-video.js';
import type { OpenedLink } from './linked-video.js';
import { isLink, outputOf } from './result-tasks.js';
import type { ResultTasks } from './result-tasks.js';

/** How the page reaches the service. */
export interface ResultService {
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>) | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Both never throw but `aborted`, or where the output is gone. */
export interface ResultSource {
  /** The whole file. */
  file(id: string, at: number, signal: AbortSignal): Promise<Fetched>;
  /** Its beginning, and more where its host gives parts. A link that is dead stays so. */
  beginning(id: string, at: number, bytes: number, signal: AbortSignal): Promise<OpenedLink>;
}

export function createResultSource(
  tasks: ResultTasks,
  { baseUrl, headers, fetch }: ResultService,
  files: Pick<FileStore, 'maxBytes'>,
): ResultSource {
  const fetched = (url: string, signal: AbortSignal, part?: Part): Promise<Fetched> =>
    fetchResult(
      url,
      {
        maxBytes: files.maxBytes,
        signal,
        fetch,
        origin: pageUrl(baseUrl).origin,
        headers: async () => (typeof headers === 'function' ? headers() : (headers ?? {})),
      },
      part,
    );
  const file: ResultSource['file'] = async (id, at, signal) => {
    const { url } = outputOf(tasks, id, at);
    if (!isLink(url)) return notKept;
    const first = await fetched(url, signal);
    if (first.trouble !== 'dead') return first;
    const { pollError } = await tasks.refresh(id);
    signal.throwIfAborted();
    // Nobody could say whether there is another link.
    if (pollError) return { trouble: 'later', error: new VoxreelError(pollError.code, pollError.message, { retryable: true }) };
    const fresh = outputOf(tasks, id, at).url;
    return fresh === url || !isLink(fresh) ? first : fetched(fresh, signal);
  };
  const beginning: ResultSource['beginning'] = async (id, at, bytes, signal) => {
    const { url } = outputOf(tasks, id, at);
    if (!isLink(url)) return notKept;
    const linked = await openLink((part) => fetched(url, signal, part), bytes);
    const { taskId } = tasks.require(id);
    if (linked.trouble !== 'forbidden' || taskId === undefined) return linked;
    // The gateway streams a result to its own pages, whatever link it gave them.
    const proxied = pageUrl(joinUrl(baseUrl, `${videoGenerationPath(taskId)}/content/${at}`)).href;
    const streamed = await openLink((part) => fetched(proxied, signal, part), bytes);
    return streamed.trouble === undefined ? streamed : linked;
  };
  return { file, beginning };
}

const notKept = {
  trouble: 'dead',
  error: new VoxreelError('expired', 'The video was made in a browser and is not kept here.'),
} as const;
