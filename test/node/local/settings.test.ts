// Secrets of `npx voxreel` in files, as Docker and Kubernetes hand them in.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';

import { makers } from '../../../src/local/makers.js';
import { readSettings, type Settings } from '../../../src/local/settings.js';

const folder = mkdtempSync(join(tmpdir(), 'voxreel-secrets-'));
after(() => rmSync(folder, { recursive: true }));
const before = { ...process.env };
afterEach(() => void (process.env = { ...before }));

const fileWith = (content: string): string => {
  const file = join(folder, crypto.randomUUID());
  writeFileSync(file, content);
  return file;
};
const read = (env: Readonly<Record<string, string>>): Settings => {
  process.env = { ...before, ...env };
  return readSettings({});
};
const key = 'a_key_in_a_file';
const upstream = { UPSTREAM_URL: 'https://api.example.org' };
const apiKeyOf = ({ upstream: given }: Settings): unknown => given.kind === 'real' && given.apiKey;

describe('a secret in a file', () => {
  for (const end of ['', '\n', '\r\n'])
    it(`is its content without the end of the line: ${JSON.stringify(end)}`, () =>
      assert.equal(apiKeyOf(read({ ...upstream, UPSTREAM_KEY_FILE: fileWith(key + end) })), key));

  for (const maker of makers)
    it(`may be that of ${maker.title}`, () => {
      const { services } = read({
        [maker.baseUrl]: 'https://api.example.org',
        [`${maker.key}_FILE`]: fileWith(`${key}\n`),
        ...(maker.secretKey !== undefined && { [`${maker.secretKey}_FILE`]: fileWith(`${key}_too\n`) }),
      });
      assert.ok(services.length > 0);
      for (const service of services) assert.deepEqual([service.maker.key, service.apiKey], [maker.key, key]);
    });

  it('may be the secret, the address of Redis and the key of the local service', () => {
    const {
      redis,
      secret,
      upstream: local,
    } = read({
      REDIS_URL_FILE: fileWith('redis://user:password@redis:6379\n'),
      SECRET_FILE: fileWith('sixteen characters and more\n'),
      LOCAL_KEY_FILE: fileWith(`${key}\n`),
    });
    assert.deepEqual(
      [redis, secret, local.kind === 'local' && local.key],
      ['redis://user:password@redis:6379', 'sixteen characters and more', key],
    );
  });

  const wrong: readonly [string, () => Readonly<Record<string, string>>, RegExp][] = [
    ['is not there', () => ({ UPSTREAM_KEY_FILE: join(folder, 'nowhere') }), /^UPSTREAM_KEY_FILE: .*nowhere cannot be read \(ENOENT\)/],
    ['is a folder', () => ({ UPSTREAM_KEY_FILE: folder }), /^UPSTREAM_KEY_FILE: .* cannot be read \(EISDIR\)/],
    ['is empty', () => ({ UPSTREAM_KEY_FILE: fileWith('\n') }), /^UPSTREAM_KEY_FILE: .* is empty/],
    ['has two lines', () => ({ UPSTREAM_KEY_FILE: fileWith(`${key}\n${key}\n`) }), /^UPSTREAM_KEY_FILE: .* more than one line/],
    ['is too short a key', () => ({ UPSTREAM_KEY_FILE: fileWith('a_key\n') }), /^UPSTREAM_KEY is too short/],
    [
      'stands beside the variable',
      () => ({ UPSTREAM_KEY: key, UPSTREAM_KEY_FILE: fileWith(key) }),
      /^UPSTREAM_KEY and UPSTREAM_KEY_FILE are both set/,
    ],
  ];
  for (const [what, env, words] of wrong)
    it(`is refused by the name of its variable, and never shown, where it ${what}`, () =>
      assert.throws(
        () => read({ ...upstream, ...env() }),
        (error) => error instanceof Error && words.test(error.message) && !error.message.includes('a_key'),
      ));
});

describe('--push', () => {
  it('needs --data', () =>
    assert.throws(() => readSettings({ push: 'mailto:push@example.org' }), /^Error: --push .* give --data <folder> too\.$/));

  it('says what it must be', () =>
    assert.throws(
      () => readSettings({ push: 'push@example.org', data: 'data' }),
      /^Error: --push must be mailto: .* not "push@example\.org"\.$/,
    ));
});
