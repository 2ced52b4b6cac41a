// `npx voxreel record`: what it writes down of a service passes the check of that service, and holds no key.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

import { checkService } from 'voxreel/testing';
import type { ServiceRecording } from 'voxreel/testing';

import { writingsOf } from '../../../src/base/key-writings.js';
import { falJudge } from '../services/fal-judge.js';
import { userFolder } from '../user-folder.js';

describe('npx voxreel record', () => {
  const folder = userFolder('record');
  let url: string;
  before(async () => {
    url = await falJudge.start();
  });
  after(async () => {
    await falJudge.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> => {
    const env = { PATH: process.env['PATH'] ?? '', FAL_KEY: falJudge.key, FAL_BASE_URL: url, ...more };
    const { stdout } = await promisify(execFile)(process.execPath, ['dist/local/bin.js', 'record', ...args], { env });
    return stdout;
  };
  const complaint = (args: readonly string[], more?: Readonly<Record<string, string>>): Promise<string> =>
    run(args, more).then(
      () => assert.fail('it succeeds'),
      ({ stderr }: { readonly stderr: string }) => stderr,
    );
  const written = (name: string): ServiceRecording => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ServiceRecording;

  it('writes a video and a cancellation, for the check of the service', async () => {
    falJudge.plan({ ends: 'well', url: 'https://cdn.example.org/fox.mp4' });
    const said = await run([
      'fal',
      '--prompt',
      'a fox',
      '--seconds',
      '5',
      '--every',
      '0.01',
      '--cancel',
      '--out',
      join(folder, 'fal.json'),
    ]);
    assert.match(said, /^The video is made\. Another one was cancelled\.\nWrote .*fal\.json: \d+ calls, \d+ requests, without keys\./);
    const recording = written('fal.json');
    assert.equal(recording.service, 'fal');
    assert.deepEqual(
      recording.calls.flatMap((call) => (call.call === 'query' ? [call.gave?.status] : [call.call])),
      ['create', 'processing', 'succeeded', 'create', 'cancel'],
    );
    assert.deepEqual(await checkService(falJudge.service(url), [recording]), []);
    const text = JSON.stringify(recording);
    assert.deepEqual(
      falJudge
        .service(url)
        .secrets.flatMap(writingsOf)
        .filter((form) => text.includes(form)),
      [],
    );
  });

  it('writes what the maker refuses', async () => {
    falJudge.plan({ ends: 'refused', status: 422, message: 'Not that, please.' });
    assert.match(await run(['fal', '--prompt', 'a fox', '--out', join(folder, 'refused.json')]), /^It ended early: Not that, please\./);
    const [call] = written('refused.json').calls;
    assert.deepEqual([call?.call, call?.threw?.message, call?.threw?.status], ['create', 'Not that, please.', 422]);
    assert.deepEqual(await checkService(falJudge.service(url), [written('refused.json')]), []);
  });

  it('says what is missing', async () => {
    assert.match(await complaint(['nobody']), /There is no service "nobody": use one of fal, openai/);
    assert.match(await complaint(['fal'], { FAL_KEY: '' }), /FAL_KEY is not set: it must hold a key for fal/);
    assert.match(await complaint(['fal', '--seconds', 'five']), /--seconds must be a number of seconds, not "five"/);
    assert.match(await complaint([]), /Use: voxreel record <service or/);
  });
});
