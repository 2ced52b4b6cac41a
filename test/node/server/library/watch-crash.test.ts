// Three gateways on one database, of which any may be killed: each video is finished by one of them, and paid for once.
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { folderFiles, postgresRecords } from 'voxreel/server/node';
import type { LibraryEvent, RecordStore } from 'voxreel/server/library';

import { startPostgres, withoutPostgres, type PostgresServer } from './postgres-server.js';
import { temporaryFolder } from './stores.js';
import type { Said } from './watch-process.js';
import { film, startWatchedMaker, type WatchedMaker } from './watched-maker.js';

interface Instance {
  readonly url: string;
  kill(): void;
}

describe('three gateways that watch', { skip: withoutPostgres }, () => {
  let server: PostgresServer;
  let maker: WatchedMaker;
  let records: RecordStore;
  let database = '';
  const folder = temporaryFolder();
  const children: ChildProcess[] = [];
  const events: LibraryEvent[] = [];
  const hearing = new Set<() => void>();
  const instances: Instance[] = [];

  const start = (place: number): Promise<Instance> =>
    new Promise((resolve, reject) => {
      const env = { PATH: process.env['PATH'] ?? '', UPSTREAM: maker.urls[place] ?? '', DATABASE: database, FILES: folder };
      const child = fork(new URL('watch-process.js', import.meta.url), { env });
      children.push(child);
      child.once('error', reject);
      child.on('message', (said: Said) => {
        if ('url' in said) return resolve({ url: said.url, kill: () => child.kill('SIGKILL') });
        events.push(said.notified);
        for (const heard of hearing) heard();
      });
    });
  const heard = async (taskIds: readonly string[]): Promise<void> => {
    while (!taskIds.every((taskId) => events.some((event) => event.taskId === taskId)))
      await new Promise<void>((resolve) => hearing.add(resolve));
  };
  const create = async ({ url }: Instance, user: string): Promise<string> => {
    const answer = await fetch(`${url}/v1/video/generations`, {
      method: 'POST',
      headers: { cookie: `user=${user}`, origin: 'https://www.example.org', 'content-type': 'application/json' },
      body: '{"model":"vidu-q2","prompt":"sea"}',
    });
    assert.equal(answer.status, 200, await answer.clone().text());
    const { task_id: taskId = '' } = (await answer.json()) as { task_id?: string };
    const quota = { records: 100, bytes: 100_000 };
    await records.put(user, { kind: 'video', id: taskId.slice(0, 60).replace('~', '-') }, JSON.stringify({ taskId, outputs: [] }), {
      known: 0,
      quota,
    });
    return taskId;
  };

  before(async () => {
    server = await startPostgres();
    database = server.database();
    records = postgresRecords(database);
    maker = await startWatchedMaker(3);
    for (const place of [0, 1, 2]) instances.push(await start(place));
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await maker.close();
    await records.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('hand a video over when the one that copies it is killed, and finish it once', { timeout: 120_000 }, async () => {
    for (const round of [0, 1, 2]) {
      const user = `user${round}`;
      const copying = maker.holdFile();
      const taskIds = [];
      for (const at of [0, 1, 2]) taskIds.push(await create(instances[at] ?? assert.fail(), user));
      const before = maker.made.length;
      for (const id of maker.made) maker.end(id);
      const place = await copying;
      instances[place]?.kill();
      await heard(taskIds);
      instances[place] = await start(place);
      assert.equal(maker.made.length, before, 'nothing was paid for again');
      const kept = await records.files.list(user, '', 10);
      assert.equal(kept.length, 3);
      for (const { key, bytes } of kept) {
        assert.equal(bytes, film.byteLength);
        assert.equal(await folderFiles(folder).size(key), film.byteLength);
      }
      const { data = [] } = (await records.changes(user, undefined, { records: 100, bytes: 1e6 })) ?? {};
      assert.deepEqual(
        data.map(({ record = '' }) => (JSON.parse(record) as { status: string }).status),
        ['succeeded', 'succeeded', 'succeeded'],
      );
    }
    // One video has one notice, whichever instance finished it.
    assert.deepEqual(events.map(({ taskId }) => taskId).sort(), [...new Set(events.map(({ taskId }) => taskId))].sort());
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile() && !entry.parentPath.endsWith('unfinished'))
        assert.equal(statSync(join(entry.parentPath, entry.name)).size, film.byteLength);
  });
});
