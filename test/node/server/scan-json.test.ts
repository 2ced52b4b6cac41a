// The look over JSON before it is parsed takes all that is fair, and nothing else.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from 'fast-check';

import { scanJson } from '../../../src/server/requests/scan-json.js';

const shape = { depth: 8, members: 50 };
const dangerous = new Set(['__proto__', 'constructor', 'prototype']);

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(keysOf)];
}
function commasIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const entries = Object.values(value);
  return Math.max(0, entries.length - 1) + entries.reduce((sum: number, one) => sum + commasIn(one), 0);
}

describe('scanning JSON', () => {
  it('says of any JSON what parsing it would show', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12, stringUnit: 'binary' }), fc.constantFrom(undefined, 2), (value, indent) => {
        const found = scanJson(JSON.stringify(value, undefined, indent), shape)?.code;
        const fair =
          depthOf(value) <= shape.depth && commasIn(value) <= shape.members && !keysOf(value).some((name) => dangerous.has(name));
        assert.equal(found === undefined, fair, found);
      }),
      { numRuns: 500 },
    );
  });
  it('finds a name that stands twice, however it is written', () => {
    const written = (name: string, escaped: boolean): string =>
      escaped
        ? `"${name
            .split('')
            .map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
            .join('')}"`
        : JSON.stringify(name);
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), fc.boolean(), fc.boolean(), (name, value, first, second) => {
        fc.pre(!dangerous.has(name) && name !== 'other');
        const text = `{${written(name, first)}:${JSON.stringify(value)},"other":{${written(name, second)}:1},${written(name, second)}:[]}`;
        assert.equal(scanJson(text, shape)?.code, 'duplicate_key', text);
      }),
    );
  });
  it('never breaks on what is no JSON', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'a', '1') }),
        (text) => void scanJson(text, shape),
      ),
    );
  });
  it('takes time with the length of the text, not with its square', () => {
    for (const piece of ['\\"', '\\\\', '"', '":', '{"', '[],'])
      assert.ok(
        [undefined, 'json_too_deep', 'json_too_large', 'duplicate_key'].includes(scanJson(`"${piece.repeat(500_000)}`, shape)?.code),
      );
  });
});
