// `npm run live`: refuses to spend without a key or a budget, and says what it spent. Here its maker is a judge.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';

import { falJudge } from './fal-judge.js';
import { falWithFilm, type FalWithFilm } from './fal-with-film.js';

describe('npm run live', () => {
  let maker: FalWithFilm;
  before(async () => {
    maker = await falWithFilm();
  });
  after(() => maker.stop());
  let earlier = 0;
  beforeEach(() => {
    earlier = maker.passed.length;
  });

  const live = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const env = { PATH: process.env['PATH'] ?? '', FAL_KEY: falJudge.key, FAL_BASE_URL: maker.url, ...more };
    const run = promisify(execFile)(process.execPath, ['test/live.mjs', ...args], { env });
    return run.then(
      ({ stdout }) => ({ stdout, stderr: '', failed: false }),
      ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => ({ stdout, stderr, failed: true }),
    );
  };
  const asked = ['fal', '--prompt', 'a fox', '--every', '0.01'];

  it('makes one video, and reports what it spent', async () => {
    falJudge.plan({ ends: 'well', url: maker.film });
    const { stdout, stderr } = await live([...asked, '--budget', '1']);
    assert.equal(stderr, '');
    assert.match(
      stdout,
      /^fal, fal-ai\/kling-video\/v2\.6\/pro\/text-to-video, 5 s: at most 0\.7 USD \(https:\/\/fal\.ai\/.*, as of 2026-/,
    );
    assert.match(stdout, /Made in [\d.]+ s: video\/webm, \d{4,} bytes\.\nSpent 0\.7 of 1 USD/);
    assert.ok(!stdout.includes(falJudge.key));
    assert.equal(maker.passed.slice(earlier).filter(({ method }) => method === 'POST').length, 1);
  });

  it('counts nothing for a refusal', async () => {
    falJudge.plan({ ends: 'refused', status: 422, message: 'Not that, please.' });
    const { stdout, stderr, failed } = await live([...asked, '--budget', '1']);
    assert.ok(failed);
    assert.match(stderr, /^live: 422 \S+: Not that, please\./);
    assert.match(stdout, /Spent 0 of 1 USD/);
  });

  for (const [what, args, env, words] of [
    ['a budget', ['fal'], {}, /--budget how much at most/],
    ['a budget that is a number', ['fal', '--budget', 'lots'], {}, /--budget must be a number above 0/],
    ['a budget that suffices', ['fal', '--budget', '0.5'], {}, /It would cost 0\.7 USD .*more than the budget of 0\.5/],
    ['a key', ['fal', '--budget', '1'], { FAL_KEY: '' }, /FAL_KEY is not set/],
    ['a price', ['fal', '--budget', '1', '--model', 'fal-ai/other'], {}, /No price of fal-ai\/other is declared/],
    ['a service', ['--budget', '1'], {}, /Name one service/],
    ['a known service', ['nobody', '--budget', '1'], {}, /There is no service "nobody"/],
  ] as const)
    it(`spends nothing without ${what}`, async () => {
      const { stderr, failed } = await live(args, env);
      assert.deepEqual([failed, maker.passed.length], [true, earlier]);
      assert.match(stderr, words);
    });
});
