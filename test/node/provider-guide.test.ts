// The guide "Write a provider" holds: its example is at most fifteen lines, passes the check it shows, and makes a video.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { createVideoQueue, memoryStorage } from 'voxreel';
import type { VideoProvider } from 'voxreel';

import type { VideoTask } from '../../src/core/store/tasks-state.js';
import { assertShort, guideFile } from './guides/guide-file.js';
import { userFolder } from './user-folder.js';

const fileIn = (name: string): string => guideFile('write-a-provider', name);

describe('the guide for authors of providers', () => {
  const folder = userFolder('guide');
  for (const name of ['acme.js', 'acme.check.js']) writeFileSync(join(folder, name), fileIn(name));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const load = async () => ((await import(pathToFileURL(join(folder, 'acme.js')).href)) as { acme: VideoProvider }).acme;

  it('shows a whole provider in at most fifteen lines', () => {
    assertShort(fileIn('acme.js'), 15, 120);
  });

  it('shows a check that finds nothing to fix', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'acme.check.js')]);
    assert.equal(stdout.trim(), 'Nothing to fix.');
  });

  it('shows a provider that makes a video', async () => {
    const sent: unknown[] = [];
    const queue = createVideoQueue({
      baseUrl: 'https://service.example',
      providers: [await load()],
      storage: memoryStorage<VideoTask>(),
      poll: { firstMs: 1, everyMs: 1 },
      async fetch(_, { method = 'GET', body } = {}) {
        if (typeof body === 'string') sent.push(JSON.parse(body));
        return Response.json(
          method === 'POST' ? { task_id: 't-1' } : { task_id: 't-1', status: 'succeeded', url: 'https://cdn.example/v.mp4' },
        );
      },
    });
    const finished = new Promise<VideoTask>((done) => {
      queue.tasks.subscribe(([task]) => task?.status === 'succeeded' && done(task));
    });
    await queue.submit({ model: 'acme-1', prompt: 'A heron over water', duration: 8, seed: 7 });
    assert.equal((await finished).outputs[0]?.url, 'https://cdn.example/v.mp4');
    assert.deepEqual(sent, [{ model: 'acme-1', prompt: 'A heron over water', duration: 8, seed: 7, metadata: { style: 'film', seed: 7 } }]);
    queue.close();
  });
});
