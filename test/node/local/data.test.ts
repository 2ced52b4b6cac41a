// `npx voxreel --data`: everything in one folder, which survives a process that is killed while it writes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

import { startProcess, visitor, withCookie, type Ask, type Example } from '../guides/example.js';

const folder = mkdtempSync(join(tmpdir(), 'voxreel-data-'));
const bin = 'dist/local/bin.js';
const env = { UPSTREAM_URL: 'https://api.example.org', UPSTREAM_KEY: 'standard_key_of_the_site' };
const args = [bin, '--port', '0', '--data', folder];
const start = (): Promise<Example> => startProcess(args, env);

let demo: Example;
let cookie = '';
before(async () => {
  demo = await start();
  cookie = ((await fetch(demo.url)).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
});
after(async () => {
  await demo.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The same browser, wherever the process listens by now. */
const browser = (): Ask => withCookie(visitor(demo.url), cookie);
const putRecord = (ask: Ask, id: string) =>
  ask(`/v1/library/records/video/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'if-none-match': '*' },
    body: JSON.stringify({ id, text: 'x'.repeat(2000) }),
  });
const putFile = (ask: Ask, id: string, bytes: number) =>
  ask(`/v1/library/files/${id}`, { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: new Uint8Array(bytes).fill(7) });

interface Listed {
  readonly data: readonly { readonly id: string }[];
  readonly cursor: string;
  readonly more: boolean;
}
async function recordIds(ask: Ask): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let [query, more] = ['', true]; more;) {
    const answer = await ask(`/v1/library/changes?limit=500${query}`);
    assert.equal(answer.status, 200);
    const listed = (await answer.json()) as Listed;
    for (const { id } of listed.data) ids.add(id);
    [query, more] = [`&since=${listed.cursor}`, listed.more];
  }
  return ids;
}

/** Writes until the process is gone; what was acknowledged. */
async function writeUntilKilled(round: number, kill: (written: number) => boolean) {
  const ask = browser();
  const [records, files] = [new Set<string>(), new Map<string, number>()];
  const write = async (lane: number): Promise<void> => {
    for (let at = 0; ; at += 1) {
      const id = `r${round}-${lane}-${at}`;
      if (lane < 2) {
        if ((await putRecord(ask, id)).status === 201) records.add(id);
      } else {
        const bytes = 200_000 + at;
        if ((await putFile(ask, id, bytes)).status === 201) files.set(id, bytes);
      }
      if (kill(records.size + files.size)) void demo.stop('SIGKILL');
    }
  };
  await Promise.allSettled([0, 1, 2].map(write));
  assert.deepEqual(await demo.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
  return { records, files };
}

describe('npx voxreel --data', () => {
  it('loses nothing that it acknowledged when it is killed while it writes, and no visitor', async () => {
    for (const [round, most] of [3, 20, 60].entries()) {
      const { records, files } = await writeUntilKilled(round, (written) => written >= most);
      assert.ok(records.size > 0, `round ${round} wrote nothing`);
      demo = await start();
      const ids = await recordIds(browser());
      assert.deepEqual(
        [...records].filter((id) => !ids.has(id)),
        [],
      );
      for (const [id, bytes] of files) {
        const answer = await browser()(`/v1/library/files/${id}`);
        assert.equal((await answer.arrayBuffer()).byteLength, bytes, id);
      }
    }
    // A whole file has its name, and nothing else does.
    for (const entry of readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true }))
      if (entry.isFile() && !entry.parentPath.endsWith('unfinished'))
        assert.ok(statSync(join(entry.parentPath, entry.name)).size >= 200_000, entry.name);
  });

  it('keeps its secret for its owner alone', () => assert.equal(statSync(join(folder, 'secret')).mode & 0o777, 0o600));

  it('is ready while its records can be read', async () => {
    const answer = await fetch(`${demo.url}/ready`);
    assert.deepEqual([answer.status, await answer.json()], [200, { status: 'ok' }]);
  });

  it('refuses a folder that another process has', () =>
    assert.rejects(promisify(execFile)(process.execPath, args, { env: { PATH: process.env['PATH'] ?? '', ...env } }), {
      code: 1,
      stderr: new RegExp(`^voxreel: Another process keeps its records in ${join(folder, 'records')}`),
    }));

  it('ends on a signal, and begins again where it was', async () => {
    const ids = await recordIds(browser());
    assert.deepEqual(await demo.stop(), { code: 0, signal: null });
    demo = await start();
    assert.deepEqual(await recordIds(browser()), ids);
  });

  it('tells browsers of videos with --push, by one key for all starts', async () => {
    const pushKey = async () => {
      await demo.stop();
      demo = await startProcess([...args, '--push', 'mailto:push@example.org'], env);
      const { public_key: key } = (await (await browser()('/v1/library/push')).json()) as { readonly public_key: string };
      assert.equal(Buffer.from(key, 'base64url').length, 65);
      return key;
    };
    assert.equal((await browser()('/v1/library/push')).status, 404);
    assert.equal(await pushKey(), await pushKey());
    assert.match(await (await fetch(demo.url)).text(), /<video-generator push-worker="\/cdn\/push\.js" /);
    assert.equal((await fetch(`${demo.url}/cdn/push.js`)).status, 200);
    assert.equal(statSync(join(folder, 'push-key')).mode & 0o777, 0o600);
  });
});
