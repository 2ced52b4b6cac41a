import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { lockAddress, lockFolder } from '../../../../src/server/node/library/folder-lock.js';
import { temporaryFolder } from './stores.js';

/** As macOS and the BSDs have it: a socket with a file, which stays when its process is killed. */
const skip = process.platform === 'win32' && 'Windows has pipes.';

/** The file of a process that was killed while it listened. */
function leave(path: string): void {
  const script = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  assert.equal(spawnSync(process.execPath, ['-e', script, path]).signal, 'SIGKILL');
  assert.ok(existsSync(path), 'its file is left behind');
}

describe('the lock of a folder', () => {
  it('is held once, and free again after its undo', async () => {
    const folder = temporaryFolder();
    const undo = (await lockFolder(folder)) ?? assert.fail('It is free.');
    assert.equal(await lockFolder(folder), undefined);
    await undo();
    await (
      await lockFolder(folder)
    )?.();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is taken over from a process that was killed, and from no other', { skip }, async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'lock');
    leave(path);
    const undo = (await lockAddress(path)) ?? assert.fail('Nobody answers there.');
    assert.equal(await lockAddress(path), undefined);
    assert.ok(existsSync(path), 'the file of one that answers stays');
    await undo();
    rmSync(folder, { recursive: true, force: true });
  });
});
