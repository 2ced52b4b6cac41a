// What Node and TypeScript make of the package in a project of someone else.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const require = createRequire(resolve('package.json'));
export const compiler = resolve('node_modules/typescript/bin/tsc');
/** The last that is written in JavaScript. */
export const olderCompiler = createRequire(require.resolve('@custom-elements-manifest/analyzer/package.json')).resolve(
  'typescript/lib/tsc',
);

/** The names each module has in Node, in a process of its own. */
export function namesInNode(project: string, modules: readonly string[]): Record<string, string[]> {
  const source = `
    const names = {};
    for (const name of ${JSON.stringify(modules)}) names[name] = Object.keys(await import(name)).toSorted();
    console.log(JSON.stringify(names));
    process.exit();`;
  writeFileSync(join(project, 'names.mjs'), source);
  const output = execFileSync(process.execPath, ['names.mjs'], { cwd: project, encoding: 'utf8', stdio: 'pipe' });
  return JSON.parse(output) as Record<string, string[]>;
}

/** What a compiler says of a file that imports all of this: nothing, where all is well. */
export function complaintsOf(
  project: string,
  moduleResolution: 'nodenext' | 'bundler',
  modules: readonly string[],
  by = compiler,
): string[] {
  const file = `types-${moduleResolution}.ts`;
  const lines = modules.map((name, at) => `import * as module${at} from '${name}';\nexport const all${at}: object = module${at};`);
  writeFileSync(join(project, file), lines.join('\n'));
  const config = `tsconfig.${moduleResolution}.json`;
  const compilerOptions = {
    target: 'es2022',
    module: moduleResolution === 'nodenext' ? 'nodenext' : 'esnext',
    moduleResolution,
    jsx: 'react-jsx',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    ...(existsSync(join(project, 'node_modules', '@types', 'node')) && { types: ['node'] }),
  };
  writeFileSync(join(project, config), JSON.stringify({ compilerOptions, files: [file] }));
  try {
    execFileSync(process.execPath, [by, '-p', config, '--pretty', 'false'], { cwd: project, encoding: 'utf8', stdio: 'pipe' });
    return [];
  } catch (error) {
    return (error as { readonly stdout: string }).stdout.trim().split('\n');
  }
}
