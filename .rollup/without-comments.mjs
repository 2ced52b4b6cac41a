// The modules of the package without their comments, which its declarations have: a third of what a site would download to install it.
// Their markup and styles are minified as in the files for script tags, and a tab stands for two spaces. Those that held nothing but types go altogether.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { transform } from 'esbuild';
import { minifyHTMLLiterals } from 'minify-literals';
import { parseAst } from 'rollup/parseAst';

import { importedFiles } from './imported-files.mjs';

const elements = join('dist', 'elements');
const files = readdirSync('dist', { recursive: true })
  .filter((name) => name.endsWith('.js'))
  .map((name) => join('dist', name));

// Names and the order of the code stay as they are, and so do the notes by which a bundler knows what it may drop.
const strip = async (file) => {
  const source = readFileSync(file, 'utf8');
  const minified = file.startsWith(elements) ? (await minifyHTMLLiterals(source, { fileName: file }))?.code : undefined;
  const { code } = await transform(minified ?? source, { format: 'esm', target: 'es2022', charset: 'utf8', legalComments: 'none' });
  writeFileSync(file, tabbed(code));
  return { file, code };
};
const modules = await Promise.all(files.map(strip));

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const needed = new Set(Object.values(exports).flatMap(({ default: path }) => (path === undefined ? [] : [resolve(path)])));
for (const { file, code } of modules) for (const name of importedFiles(file, code)) needed.add(name);
for (const { file, code } of modules) if (code === '' && !needed.has(resolve(file))) rmSync(file);

function tabbed(code) {
  const templates = [];
  const visit = (node) => {
    if (node.type === 'TemplateLiteral') templates.push(node);
    else for (const part of Object.values(node).flat()) if (typeof part?.type === 'string') visit(part);
  };
  visit(parseAst(code));
  const isText = (at) => templates.some(({ start, end }) => at > start && at < end);
  return code.replaceAll(/^(?: {2})+/gm, (spaces, at) => (isText(at) ? spaces : '\t'.repeat(spaces.length / 2)));
}
