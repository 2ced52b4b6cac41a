// What the guides and the README show holds: links lead somewhere, code compiles, names are those of the library.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import * as library from '../../../src/index.js';
import { userFolder } from '../user-folder.js';

const documents = ['README.md', 'CONTRIBUTING.md', ...readdirSync('stories/guides').map((name) => join('stories', 'guides', name))];
const textOf = new Map(documents.map((path) => [path, readFileSync(path, 'utf8')]));

const besides = (): string => beside.map((name) => `\ndeclare module '*${name.replace(/^\.?\//, '/')}';`).join('');

interface Block {
  readonly document: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

const blocks: readonly Block[] = [...textOf].flatMap(([document, text]) =>
  [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(({ 1: language = '', 2: code = '', index }) => ({
    document,
    line: text.slice(0, index).split('\n').length,
    language,
    code,
  })),
);
const placeOf = ({ document, line }: Block): string => `${document}:${line}`;

/** What a reader has of their own. */
const theirs = ['userOf', 'yourToken', 'startJob', 'lookUpJob', 'cancelJob', 'acme', 'app', 'gateway', 'queue', 'text', 'voxreel'];
/** What stands beside: files of the guides themselves, and packages that a reader may or may not have. */
const beside = [
  './acme.js',
  './acme.gateway.js',
  './acme-voice.js',
  './analytics.js',
  './moderation.js',
  './own-socket.js',
  './light.js',
  './login.mjs',
  './site.mjs',
  '/cdn/core.js',
];

describe('links in the guides and the README', () => {
  const slugOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(/\s+/g, '-');
  const headings = (path: string) => [...readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slugOf(heading));
  for (const [document, text] of textOf) {
    it(`of ${document} lead to what is there`, () => {
      const broken = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? document : join(dirname(document), path);
        return existsSync(target) && (anchor === undefined || headings(target).includes(anchor)) ? [] : [link];
      });
      assert.deepEqual(broken, []);
    });
  }

  it('every guide but the newest reader finds from the README', () => {
    const named = readFileSync('README.md', 'utf8');
    const start = readFileSync('stories/guides/start.mdx', 'utf8');
    const lost = readdirSync('stories/guides').filter((name) => !named.includes(`guides/${name}`) && !start.includes(`./${name}`));
    assert.deepEqual(lost, []);
  });
});

describe('the guides', () => {
  it('are what Storybook can show', async () => {
    const { default: load } = (await import(pathToFileURL(resolve('node_modules/@storybook/addon-docs/dist/mdx-loader.js')).href)) as {
      default(this: object, text: string): void;
    };
    for (const [document, text] of textOf) {
      if (!document.endsWith('.mdx')) continue;
      const failure = await new Promise((done) => load.call({ async: () => done, getOptions: () => ({}), resourcePath: document }, text));
      assert.equal(failure, null, document);
    }
  });
});

describe('code in the guides and the README', () => {
  const folder = userFolder('fragments');
  after(() => rmSync(folder, { recursive: true, force: true }));
  const compiled = blocks.filter(({ language }) => ['ts', 'js', 'tsx'].includes(language));
  // Whole files are compiled where they lie, for the framework they belong to.
  const shown = compiled.filter(
    ({ code }) => !/^import .* from '(?:@angular|@vitejs|react-dom|express|hono|next)|from '\.\.?\/(?:clock|react)/m.test(code),
  );

  it('is found', () => {
    assert.ok(shown.length > 30, `${shown.length} blocks`);
  });

  for (const [at, { language, code }] of shown.entries()) writeFileSync(join(folder, `block-${at}.${language}`), whole(code, language));
  const config = {
    compilerOptions: {
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'bundler',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: ['node'],
      allowJs: true,
      checkJs: true,
      jsx: 'react-jsx',
      noEmit: true,
      skipLibCheck: true,
      strict: false,
      allowUmdGlobalAccess: true,
    },
    include: ['.'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'theirs.d.ts'), theirs.map((name) => `declare const ${name}: any;`).join('\n') + besides());
  const complaints = compile(folder);

  for (const [at, block] of shown.entries()) {
    it(`of ${placeOf(block)} compiles`, () => {
      const about = complaints.split(/\n(?=\S)/).filter((part) => part.includes(`block-${at}.`));
      assert.deepEqual(
        about.filter((complaint) => isAboutNames(complaint, block.language)),
        [],
      );
    });
  }
});

/** JavaScript need not satisfy types: there it is names that must be right. What the library exports may have been imported further up. */
function isAboutNames(complaint: string, language: string): boolean {
  const [, missing = ''] = /Cannot find name '(\w+)'/.exec(complaint) ?? [];
  if (missing in library) return false;
  if (language !== 'js') return true;
  return (
    /error TS(?:2304|2305|2307|2724|1\d{3}):/.test(complaint) ||
    /does not exist on type '(?!Element|Event|object|unknown|\{\}|never)/.test(complaint)
  );
}

/** A member of a provider stands for a whole one; everything is a module of its own. */
function whole(code: string, language: string): string {
  const member = /^(?:request|parse|words): /.test(code);
  if (!member) return `${code}\nexport {};\n`;
  const type = language === 'js' ? `/** @type {Partial<import('voxreel').VideoProvider>} */\n` : '';
  return `${type}export const provider = {\n${code}};\n`;
}

function compile(project: string): string {
  try {
    execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', project, '--pretty', 'false'], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

interface Manifest {
  readonly modules: readonly {
    readonly declarations?: readonly { readonly tagName?: string; readonly attributes?: readonly { readonly name: string }[] }[];
  }[];
}

describe('pages in the guides and the README', () => {
  const { modules } = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest;
  const attributes = new Map(
    modules
      .flatMap(({ declarations = [] }) => declarations)
      .map(({ tagName, attributes = [] }) => [tagName, attributes.map(({ name }) => name)]),
  );
  for (const block of blocks.filter(({ language }) => language === 'html')) {
    it(`of ${placeOf(block)} use attributes that there are`, () => {
      const unknown = [...block.code.matchAll(/<(video-generator|realtime-voice)\b([^>]*)>/g)].flatMap(([, tag = '', given = '']) =>
        [...given.replaceAll(/"[^"]*"/g, '').matchAll(/\s([\w-]+)(?==|\s|$)/g)]
          .map(([, name = '']) => name)
          .filter((name) => name !== 'id' && !attributes.get(tag)?.includes(name)),
      );
      assert.deepEqual(unknown, []);
    });
  }
});
