// The tolerant reader: every answer real services are known to give.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import fc from 'fast-check';

import type { VideoReading } from '../../../../src/core/providers/provider.js';
import { readVideoAnswer } from '../../../../src/core/wire/read-answer.js';

const base = 'https://api.example/gateway/v1/video/generations';
const rows = JSON.parse(readFileSync('test/fixtures/video/answers.json', 'utf8')) as {
  name: string;
  body: unknown;
  reading: Partial<VideoReading>;
}[];

const words = JSON.parse(readFileSync('test/fixtures/video/words.json', 'utf8')) as Record<string, string[]>;

describe('readVideoAnswer', () => {
  for (const { name, body, reading } of rows) {
    it(`reads ${name}`, () => {
      const read = JSON.parse(JSON.stringify(readVideoAnswer(body, base))) as VideoReading;
      assert.deepEqual(pick(read, reading), reading);
    });
  }

  for (const [status, list] of Object.entries(words)) {
    it(`knows every word for ${status}, in any case`, () => {
      for (const word of list)
        for (const said of [
          word,
          word.toLowerCase(),
          word.toUpperCase(),
          ` ${word} `,
          word.replaceAll('_', '-'),
          word.replaceAll('_', ' '),
        ])
          for (const name of ['status', 'task_status', 'state'])
            for (const body of [
              { task_id: 't', [name]: said },
              { code: 'success', data: { task_id: 't', [name]: said } },
            ])
              assert.equal(readVideoAnswer(body, base).status, status, said);
    });
  }

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
