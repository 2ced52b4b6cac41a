// The tolerant reader: every answer real services are known to give, and a great many they are not.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import fc from 'fast-check';

import type { VideoReading } from '../../../../src/core/providers/provider.js';
import { readVideoAnswer } from '../../../../src/core/providers/read-answer.js';

const base = 'https://api.example/gateway/v1/video/generations';
const rows = JSON.parse(readFileSync('test/fixtures/video/answers.json', 'utf8')) as {
  name: string;
  body: unknown;
  reading: Partial<VideoReading>;
}[];

describe('readVideoAnswer', () => {
  for (const { name, body, reading } of rows) {
    it(`reads ${name}`, () => {
      const read = JSON.parse(JSON.stringify(readVideoAnswer(body, base))) as VideoReading;
      assert.deepEqual(pick(read, reading), reading);
    });
  }

  it('never throws and never lets an unsafe address through', () => {
    const link = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.constantFrom(
        'javascript:alert(1)',
        ' javascript:x',
        'java\nscript:x',
        '//evil.example/x',
        '/\\evil.example',
        '/\t/evil.example',
        'data:text/html,x',
        '/ok.mp4',
        'https://user:pw@evil.example/',
        'file:///etc/passwd',
        'blob:https://a/b',
        'HTTPS://A.example/v',
      ),
    );
    const word = fc.oneof(fc.constantFrom('succeeded', 'SUCCESS', 'processing', 'failed', 'UNKNOWN', 'done'), fc.string());
    const names = [
      'status',
      'state',
      'task_status',
      'url',
      'result_url',
      'video_url',
      'fail_reason',
      'video',
      'content',
      'metadata',
      'data',
      'error',
      'code',
      'message',
      'task_id',
      'id',
      'progress',
      'creations',
      'task_result',
      'videos',
      'expires_at',
      'format',
      'duration',
    ];
    const { node } = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        link,
        word,
        fc.jsonValue(),
        fc.double(),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...names), tie('node'), { maxKeys: 8 }),
      ),
    }));
    fc.assert(
      fc.property(node, (body) => {
        const reading = readVideoAnswer(body, base);
        for (const { url } of reading.outputs) {
          const parsed = new URL(url);
          assert.match(parsed.protocol, /^https?:$/);
          assert.equal(parsed.username, '');
        }
        if (reading.status === 'processing' || reading.status === 'failed') assert.equal(reading.outputs.length, 0);
        if (reading.progress !== undefined) assert.ok(reading.progress >= 0 && reading.progress <= 1);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 3000) },
    );
  });

  it('takes a path for one on its own origin, or not at all', () => {
    fc.assert(
      fc.property(fc.string(), (path) => {
        for (const { url } of readVideoAnswer({ task_id: 't', status: 'succeeded', url: `/${path}` }, base).outputs) {
          assert.equal(new URL(url).origin, 'https://api.example');
        }
      }),
    );
  });
});

/** The part of `value` that `shape` names. */
function pick(value: unknown, shape: unknown): unknown {
  if (Array.isArray(shape))
    return Array.isArray(value) && value.length === shape.length ? shape.map((entry, at) => pick(value[at], entry)) : value;
  if (typeof shape !== 'object' || shape === null || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.keys(shape).map((key) => [key, pick(Reflect.get(value, key), Reflect.get(shape, key))]));
}
