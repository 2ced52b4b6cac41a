// Every type that a public signature names can be imported by name: from the library's main entry, or from the entry that has the signature.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { describe, it } from 'node:test';

import type * as TypeScript from '../../../node_modules/@custom-elements-manifest/analyzer/node_modules/typescript/lib/typescript.js';

// The compiler that builds the library has no programmatic interface yet: the manifest's has.
const require = createRequire(createRequire(import.meta.url).resolve('@custom-elements-manifest/analyzer/package.json'));
const ts = require('typescript') as typeof TypeScript;

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, string | { types: string }> };
const entries = Object.entries(exports).flatMap(([name, target]) =>
  typeof target === 'string' ? [] : [{ name, file: resolve(target.types) }],
);
const dist = resolve('dist');
const program = ts.createProgram({
  rootNames: entries.map(({ file }) => file),
  options: { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true, skipLibCheck: true, noEmit: true, types: [] },
});
const checker = program.getTypeChecker();

/** What an import or an `export ... from` stands for. */
const original = (symbol: TypeScript.Symbol): TypeScript.Symbol =>
  (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);

function exportsOf(file: string): TypeScript.Symbol[] {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  return module === undefined ? [] : checker.getExportsOfModule(module).map(original);
}

const isOurs = (declaration: TypeScript.Declaration): boolean => declaration.getSourceFile().fileName.startsWith(dist);
const isHidden = (node: TypeScript.Node): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);

/** The name of a type where one stands: `Name`, `extends Name`, `import('...').Name`. */
function nameIn(node: TypeScript.Node): TypeScript.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  return ts.isImportTypeNode(node) ? node.qualifier : undefined;
}

/** An alias that its own file keeps to itself: what it stands for is public, its name is not. */
function isPrivateAlias(symbol: TypeScript.Symbol): boolean {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? '';
  return (symbol.flags & ts.SymbolFlags.TypeAlias) !== 0 && !exportsOf(file).includes(symbol);
}

/** Types of ours that a declaration names. Its own type parameters are not ours to export. */
function typesNamedBy(declaration: TypeScript.Node): TypeScript.Symbol[] {
  const found = new Set<TypeScript.Symbol>();
  const visit = (node: TypeScript.Node): void => {
    if (isHidden(node)) return;
    const name = nameIn(node);
    const symbol = name && checker.getSymbolAtLocation(name);
    if (symbol !== undefined) found.add(original(symbol));
    node.forEachChild(visit);
  };
  declaration.forEachChild(visit);
  for (const symbol of found) if (isPrivateAlias(symbol)) symbol.declarations?.filter(isOurs).forEach((alias) => alias.forEachChild(visit));
  return [...found].filter(
    (symbol) =>
      (symbol.flags & ts.SymbolFlags.TypeParameter) === 0 &&
      symbol.declarations?.some((one) => isOurs(one)) === true &&
      !isPrivateAlias(symbol),
  );
}

const main = exportsOf(resolve('dist/index.d.ts'));

describe('every type that a public signature names is exported', () => {
  for (const { name, file } of entries) {
    it(`by ${name === '.' ? 'voxreel' : `voxreel${name.slice(1)}, or by voxreel`}`, () => {
      const named = exportsOf(file);
      assert.ok(program.getSourceFile(file), 'the compiler has read the entry');
      const known = new Set([...main, ...named]);
      const missing = named.flatMap((symbol) =>
        (symbol.declarations ?? [])
          .filter(isOurs)
          .flatMap(typesNamedBy)
          .filter((type) => !known.has(type))
          .map(
            (type) => `${type.name} (${relative(dist, type.declarations?.[0]?.getSourceFile().fileName ?? '')}), named by ${symbol.name}`,
          ),
      );
      assert.equal([...new Set(missing)].join('\n'), '');
    });
  }
});
