// A tool's arguments against plain JSON Schema: what does not fit never reaches `execute`, and the model reads which field it was.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { isVoxreelError } from 'voxreel';

import { checkArguments } from '../../../../src/core/realtime/tools/tool-schema.js';

const check = (parameters: Record<string, unknown>, args: string) =>
  checkArguments({ name: 'look', parameters, execute: () => undefined }, JSON.parse(args));

const n = (schema: object) => ({ properties: { n: schema } });
const refused: readonly (readonly [string, Record<string, unknown>, string, RegExp])[] = [
  ['maximum', n({ maximum: 3 }), '{"n":4}', /^n: .*3/],
  ['exclusiveMinimum', n({ exclusiveMinimum: 3 }), '{"n":3}', /^n: /],
  ['multipleOf', n({ multipleOf: 2 }), '{"n":3}', /^n: /],
  ['pattern', n({ pattern: '^a+$' }), '{"n":"ab"}', /^n: .*pattern/],
  ['minLength', n({ minLength: 2 }), '{"n":"a"}', /^n: /],
  ['type', n({ type: 'integer' }), '{"n":1.5}', /^n: .*integer/],
  ['enum', n({ enum: ['a', 'b'] }), '{"n":"c"}', /^n: .*"a"/],
  ['const', n({ const: { a: 1 } }), '{"n":{"a":2}}', /^n: /],
  ['oneOf', n({ oneOf: [{ type: 'number' }, { minimum: 3 }] }), '{"n":4}', /^n: /],
  ['required', { required: ['n'] }, '{}', /"n"/],
  ['required, of an inherited name', { required: ['toString'] }, '{}', /"toString"/],
  ['required, inside', n({ required: ['m'] }), '{"n":{}}', /^n: .*"m"/],
  ['items', n({ items: { type: 'object', properties: { m: { maximum: 1 } } } }), '{"n":[{"m":1},{"m":2}]}', /^n\.1\.m: /],
  ['uniqueItems', n({ uniqueItems: true }), '{"n":[{"a":1},{"a":1}]}', /^n: /],
  ['additionalProperties', { ...n({}), additionalProperties: false }, '{"n":1,"m":2}', /"m"|^m/],
  ['additionalProperties, of an own __proto__', { ...n({}), additionalProperties: false }, '{"__proto__":{"n":1}}', /__proto__/],
  ['a schema of __proto__', JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'), '{"__proto__":1}', /__proto__/],
  ['$ref', { ...n({ $ref: '#/$defs/m' }), $defs: { m: { maximum: 1 } } }, '{"n":2}', /^n: /],
  ['the root', {}, '[]', /JSON object/],
  ['a reference to nowhere', n({ $ref: 'https://schemas.example/m' }), '{"n":2}', /cannot be applied/],
  ['a reference to itself', { $ref: '#' }, '{}', /cannot be applied/],
  ['a pattern that is none', n({ pattern: '(' }), '{"n":"a"}', /cannot be applied/],
];

describe("a tool's arguments are refused", () => {
  for (const [keyword, schema, args, message] of refused)
    it(`by ${keyword}`, () =>
      assert.rejects(check(schema, args), (error) => {
        assert.ok(isVoxreelError(error) && error.code === 'invalid_input');
        assert.match(error.message, message);
        return true;
      }));
});

it("what does not fit in a tool's arguments is named all at once", () =>
  assert.rejects(
    check({ properties: { m: { maximum: 1 }, n: { type: 'string' } }, required: ['o'] }, '{"m":2,"n":3}'),
    ({ message }: Error) => ['m: ', 'n: ', '"o"'].every((field) => message.includes(field)),
  ));

describe("a tool's arguments are accepted", () => {
  it('as they came, where all fits, by a schema that may be frozen', async () => {
    const schema = Object.freeze({ ...n(Object.freeze({ type: 'number', maximum: 3 })), required: Object.freeze(['n']) });
    assert.deepEqual(await check(schema, '{"n":3,"more":true}'), { n: 3, more: true });
    await assert.rejects(check(schema, '{"n":4}'), /^VoxreelError: n: /);
  });

  it('by a recursive schema', async () => {
    const tree = { properties: { next: { $ref: '#' }, n: { maximum: 1 } }, additionalProperties: false };
    assert.deepEqual(await check(tree, '{"n":1,"next":{"n":1}}'), { n: 1, next: { n: 1 } });
    await assert.rejects(check(tree, '{"next":{"next":{"n":2}}}'), /next\.next\.n: /);
  });

  it('by draft 7, when the schema names it', async () => {
    const tuple = { $schema: 'http://json-schema.org/draft-07/schema#', ...n({ items: [{ type: 'string' }], additionalItems: false }) };
    await check(tuple, '{"n":["a"]}');
    await assert.rejects(check(tuple, '{"n":["a",1]}'), /n/);
  });
});
