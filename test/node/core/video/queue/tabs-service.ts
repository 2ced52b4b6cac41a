// A service with a page, for tests with many tabs: it writes down who asked about what and when, and ends a task on command.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { bundlePage } from '../bundle-page.js';

export interface Question {
  readonly tab: string;
  readonly taskId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface TabsService {
  readonly url: string;
  readonly questions: readonly Question[];
  /** Every later answer about this task says that it is finished. */
  finish(taskId: string): void;
  /** Resolves with the first question from here on that fits. */
  next(fits: (question: Question) => boolean): Promise<Question>;
  /** Answers every `GET /stuck`: a page that waits for it synchronously stands still until then. */
  free(): void;
  close(): Promise<void>;
}

export const tabsPageHtml = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/tabs-page.js"></script>';
const answerMs = 20;

export async function startTabsService(): Promise<TabsService> {
  const scripts = await bundlePage('queue/tabs-page.ts');
  const questions: Question[] = [];
  const finished = new Set<string>();
  const waiting = new Set<(question: Question) => void>();
  const stuck = new Set<ServerResponse>();
  let made = 0;
  const taken = (tab: string, taskId: string, at: number): object => {
    const question = { tab, taskId, at };
    questions.push(question);
    for (const hear of waiting) hear(question);
    return finished.has(taskId)
      ? { task_id: taskId, status: 'succeeded', url: `/files/${taskId}.mp4` }
      : { task_id: taskId, status: 'processing', progress: 10 };
  };
  const server = createServer((request, response) => {
    const { url = '/', method, headers } = request;
    const script = scripts.get(url);
    const json = (body: object) => {
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)), answerMs);
    };
    request.resume();
    if (script) response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=600' }).end(script);
    else if (url === '/stuck') stuck.add(response);
    else if (url === '/yardstick') json({});
    else if (method === 'POST') json({ task_id: `task-${made++}`, status: 'queued' });
    else if (url.startsWith('/v1/'))
      json(taken(String(headers['x-tab']), url.slice(url.lastIndexOf('/') + 1), Number(headers['x-asked-at'])));
    else response.writeHead(200, { 'content-type': 'text/html' }).end(tabsPageHtml);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    questions,
    finish: (taskId) => void finished.add(taskId),
    next: (fits) =>
      new Promise((resolve) => {
        const hear = (question: Question) => {
          if (!fits(question)) return;
          waiting.delete(hear);
          resolve(question);
        };
        waiting.add(hear);
      }),
    free: () => {
      for (const response of stuck) response.end();
      stuck.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
