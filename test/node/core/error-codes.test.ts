// `ErrorCode` lists every code that the library itself gives an error.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { it } from 'node:test';

import type * as TypeScript from '../../../node_modules/@custom-elements-manifest/analyzer/node_modules/typescript/lib/typescript.js';

const require = createRequire(createRequire(import.meta.url).resolve('@custom-elements-manifest/analyzer/package.json'));
const ts = require('typescript') as typeof TypeScript;

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const parse = (name: string) => ts.createSourceFile(name, readFileSync(join('src', name), 'utf8'), ts.ScriptTarget.ES2022, true);

function each(node: TypeScript.Node, visit: (node: TypeScript.Node) => void): void {
  visit(node);
  node.forEachChild((child) => each(child, visit));
}

/** What an expression may be: both sides of a choice, but not the condition. */
function literals(node: TypeScript.Expression | undefined): string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteral(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return [...literals(node.left), ...literals(node.right)];
  return ts.isParenthesizedExpression(node) ? literals(node.expression) : [];
}

function codesIn(source: TypeScript.SourceFile): string[] {
  const codes: string[] = [];
  each(source, (node) => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'VoxreelError') codes.push(...literals(node.arguments?.[0]));
    if (ts.isCallExpression(node) && node.expression.getText() === 'toVoxreelError') codes.push(...literals(node.arguments[1]));
    // Tables and choices of codes: `const code: ErrorCode = ...`.
    if (ts.isVariableDeclaration(node) && node.type?.getText().includes('ErrorCode'))
      each(node, (one) => void (ts.isStringLiteral(one) && codes.push(one.text)));
  });
  return codes;
}

it('every code of an error that the library makes is in `ErrorCode`', () => {
  const listed = new Set<string>();
  each(parse('base/errors.ts'), (node) => {
    if (ts.isTypeAliasDeclaration(node) && node.name.text === 'ErrorCode')
      each(node, (one) => void (ts.isStringLiteral(one) && listed.add(one.text)));
  });
  assert.ok(listed.size > 25, 'the list was found');
  const given = sources.flatMap((name) => codesIn(parse(name)).map((code) => ({ name, code })));
  assert.ok(given.length > 100, 'the errors were found');
  assert.deepEqual(
    given.filter(({ code }) => !listed.has(code)),
    [],
  );
});
