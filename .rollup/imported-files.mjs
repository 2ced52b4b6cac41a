// The files of the package that a module or a declaration imports: at once, later, or only for their types.
import { dirname, resolve } from 'node:path';

import { parseSync, Visitor } from 'oxc-parser';

export function importedFiles(file, text) {
  const found = new Set();
  const add = ({ source }) => {
    if (source?.type === 'Literal' && source.value.startsWith('.')) found.add(resolve(dirname(file), source.value));
  };
  const visitor = new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  });
  visitor.visit(parseSync(file, text).program);
  return found;
}
