// Servers in a process of their own and a page in Chromium, and how both are measured.
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import type { CDPSession, Page } from 'puppeteer-core';

import { launchChromium, visit } from '../node/elements/element-site.js';
import { noteOutliving, type OutlivingScope } from '../node/elements/outliving.js';
import type { Asked, ServerMeasure, Started } from './server-process.js';

export interface Measure {
  /** Of the page, after what is garbage went: bytes, and whatever else can be counted, by name. */
  readonly heapBytes: number;
  readonly storedBytes: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly server: ServerMeasure;
}

export interface Stage {
  readonly page: Page;
  readonly servers: Started;
  /** Errors of the page. */
  readonly problems: readonly string[];
  ask<Answer>(asked: Asked): Promise<Answer>;
  measure(): Promise<Measure>;
  close(): Promise<void>;
}

/** What is compiled as it grows hot would look like a leak for an hour. */
const interpreted = '--no-sparkplug --no-maglev --no-opt';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function setStage(flags: readonly string[] = []): Promise<Stage> {
  const server = await startServer();
  // Watching the network keeps a note of each request in the page's memory.
  const browser = await launchChromium([`--js-flags=--expose-gc ${interpreted}`, ...flags], { networkEnabled: false });
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(noteOutliving);
  const { problems } = await visit(page, server.started.page);
  // Without a graphics card each frame costs what it is large.
  await page.setViewport({ width: 480, height: 400 });
  for (const script of await pageScripts()) await page.evaluate(script);
  const devtools = await page.createCDPSession();
  return {
    page,
    problems,
    servers: server.started,
    ask: server.ask,
    async measure() {
      return { ...(await measurePage(page, devtools)), server: await server.ask<ServerMeasure>('measure') };
    },
    async close() {
      await browser.close();
      server.stop();
    },
  };
}

async function measurePage(page: Page, devtools: CDPSession): Promise<Omit<Measure, 'server'>> {
  // What a finalizer lets go of goes with the next collection.
  for (let times = 0; times < 4; times++) {
    await devtools.send('HeapProfiler.collectGarbage');
    await sleep(50);
  }
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { documents, nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  const inPage = await page.evaluate(async () => {
    const { outliving } = globalThis as OutlivingScope;
    let records = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames) records += await settled(database.transaction(store).objectStore(store).count());
      database.close();
    }
    return {
      held: outliving.living(),
      counts: { ...(await outliving.counts()), 'stored records': records },
      usage: (await navigator.storage.estimate()).usage ?? 0,
    };

    function settled<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result), { once: true });
        request.addEventListener('error', () => reject(request.error ?? new Error('Not read.')), { once: true });
      });
    }
  });
  return {
    heapBytes: usedSize,
    storedBytes: inPage.usage,
    counts: { documents, 'DOM nodes': nodes, 'event listeners': jsEventListeners, ...inPage.held, ...inPage.counts },
  };
}

async function pageScripts(): Promise<readonly string[]> {
  const { outputFiles } = await build({
    entryPoints: ['test/soak/talk-page.ts', 'test/soak/video-page.ts'],
    outdir: '/',
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
  });
  return outputFiles.map(({ text }) => text);
}

async function startServer() {
  const child: ChildProcess = fork(fileURLToPath(new URL('./server-process.js', import.meta.url)), [], { execArgv: ['--expose-gc'] });
  const heard = <Answer>() =>
    new Promise<Answer>((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`The servers ended with ${String(code)}.`));
      child.once('exit', ended);
      child.once('message', (said) => {
        child.off('exit', ended);
        resolve(said as Answer);
      });
    });
  return {
    started: await heard<Started>(),
    ask<Answer>(asked: Asked): Promise<Answer> {
      const answer = heard<Answer>();
      child.send(asked);
      return answer;
    },
    stop: () => void (child.connected && child.disconnect()),
  };
}
