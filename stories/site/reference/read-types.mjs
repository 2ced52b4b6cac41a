// The public names of the package, read from the types it publishes: what each is, what its docstring says, and what is missing there.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';

// The compiler that builds the library has no programmatic interface yet: the manifest's has.
const require = createRequire(createRequire(import.meta.url).resolve('@custom-elements-manifest/analyzer/package.json'));
const ts = require('typescript');

const dist = resolve('dist');
const { NoTruncation, InTypeAlias, MultilineObjectLiterals } = ts.TypeFormatFlags;
const wholeType = NoTruncation | InTypeAlias | MultilineObjectLiterals;

/** The entries of package.json that have types. */
export function readEntries() {
  const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  return Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'string' ? [] : [{ path, name: name + path.slice(1), file: resolve(target.types) }],
  );
}

/**
 * Each export once, at the first entry that has it.
 * @returns {{ entries: { path: string, name: string, exported: object[] }[], symbols: object[], problems: string[] }}
 */
export const readTypes = () => (types ??= read());

let types;

function read() {
  const entries = readEntries();
  const options = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  const program = ts.createProgram({ rootNames: entries.map(({ file }) => file), options });
  const checker = program.getTypeChecker();
  const known = new Map();
  const problems = [];
  const listed = entries.map(({ file, ...entry }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    const exported = (module === undefined ? [] : checker.getExportsOfModule(module)).map((exported) => {
      const symbol = (exported.flags & ts.SymbolFlags.Alias) === 0 ? exported : checker.getAliasedSymbol(exported);
      if (!known.has(symbol)) {
        known.set(symbol, { ...readSymbol(checker, symbol, exported.name), entries: [] });
        problems.push(...problemsOf(known.get(symbol), symbol));
      }
      known.get(symbol).entries.push(entry.name);
      return { name: exported.name, symbol: known.get(symbol) };
    });
    return { ...entry, exported };
  });
  return { entries: listed, symbols: [...known.values()], problems };
}

const textOf = (parts) => ts.displayPartsToString(parts).trim();

/** `{@link Name}` as the name; lines of a comment as one paragraph where they are one. */
const docOf = (symbol, checker) => textOf(symbol.getDocumentationComment(checker)).replaceAll(/\{@link (\w+)\}/g, '`$1`');

const ours = (symbol) => (symbol.declarations ?? []).filter((one) => one.getSourceFile().fileName.startsWith(dist));

/** The declaration as it is published, without comments and what every declaration begins with. */
function codeOf(declaration) {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const printer = ts.createPrinter({ removeComments: true });
  const code = printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
  return code.replace(/^export /, '').replace(/^(?:default )?declare /, '');
}

function readSymbol(checker, symbol, name) {
  const declarations = ours(symbol);
  const [declaration] = declarations;
  const file = declaration === undefined ? '' : relative(dist, declaration.getSourceFile().fileName);
  const tags = symbol.getJsDocTags(checker).map((tag) => ({ name: tag.name, text: textOf(tag.text ?? []) }));
  return {
    name,
    kind: kindOf(declaration),
    file,
    doc: docOf(symbol, checker),
    tags,
    signatures: declarations.filter(ts.isFunctionDeclaration).map(codeOf),
    code: codeFor(checker, symbol, declaration),
    heritage: heritageOf(declaration),
    members: membersOf(checker, symbol, declaration),
    patterns: patternsOf(declaration),
  };
}

function kindOf(declaration) {
  if (declaration === undefined) return 'type';
  if (ts.isFunctionDeclaration(declaration)) return 'function';
  if (ts.isClassDeclaration(declaration)) return 'class';
  if (ts.isVariableDeclaration(declaration)) return 'value';
  return ts.isInterfaceDeclaration(declaration) ? 'interface' : 'type';
}

/** A type that a schema gives is written out: `z.infer<...>` says nothing to a reader. */
function codeFor(checker, symbol, declaration) {
  if (declaration === undefined || ts.isFunctionDeclaration(declaration)) return '';
  if (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)) return '';
  const code = codeOf(declaration);
  if (ts.isTypeAliasDeclaration(declaration) && /\bz\.(?:infer|output|input)\b/.test(code))
    return `type ${symbol.name} = ${inLines(checker.typeToString(checker.getDeclaredTypeOfSymbol(symbol), undefined, wholeType))}`;
  if (/\bz\.Zod\w+</.test(code)) return `const ${symbol.name}: ZodSchema`;
  return code;
}

/** The compiler writes a type of many lines as one, with the indents of the lines left in it. */
const inLines = (type) => type.replaceAll(/(?<=[{;]) {4,}/g, (indent) => `\n${indent}`).replaceAll(/;(?=\})/g, ';\n');

const heritageOf = (declaration) => (declaration?.heritageClauses ?? []).map((clause) => clause.getText()).join(' ');

const isHidden = (member) =>
  ts.canHaveModifiers(member) && (ts.getModifiers(member) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);

/** Of an interface or a class: what it declares itself. */
function membersOf(checker, symbol, declaration) {
  if (declaration === undefined || !(ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration))) return [];
  const members = ours(symbol).flatMap((one) => [...(one.members ?? [])]);
  const found = new Map();
  for (const member of members) {
    if (isHidden(member) || member.name === undefined || ts.isPrivateIdentifier(member.name) || ts.isComputedPropertyName(member.name))
      continue;
    const own = checker.getSymbolAtLocation(member.name);
    const name = member.name.getText();
    if (own === undefined || found.has(name)) continue;
    const tags = own.getJsDocTags(checker).map((tag) => ({ name: tag.name, text: textOf(tag.text ?? []) }));
    found.set(name, { name, optional: member.questionToken !== undefined, type: memberType(member), doc: docOf(own, checker), tags });
  }
  return [...found.values()];
}

function memberType(member) {
  const printer = ts.createPrinter({ removeComments: true });
  const print = (node) => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replaceAll(/\s+/g, ' ');
  if (ts.isMethodSignature(member) || ts.isMethodDeclaration(member))
    return print(member)
      .replace(/^\w+\??/, '')
      .replace(/;$/, '')
      .replace(/\): ([^:]*)$/, ') => $1');
  return member.type === undefined ? '' : print(member.type);
}

/** Parameters of a function that are taken apart where they are declared. */
function patternsOf(declaration) {
  const type = declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.type : declaration;
  if (type === undefined || !(ts.isFunctionDeclaration(type) || ts.isFunctionTypeNode(type))) return [];
  return type.parameters.filter(({ name }) => !ts.isIdentifier(name)).map(({ name }) => name.getText().replaceAll(/\s+/g, ' '));
}

function problemsOf({ name, file, doc, patterns, tags }, symbol) {
  if (ours(symbol).length === 0) return [];
  const at = `${name} (${file})`;
  const params = tags.filter((tag) => tag.name === 'param').length;
  return [
    ...(doc === '' ? [`${at} has no docstring.`] : []),
    ...(patterns.length > params ? [`${at} takes ${patterns.join(', ')} apart: name the parameter with @param.`] : []),
  ];
}
