// The documentation's plain pages: complete, linked, small, and readable without JavaScript.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';

import { VoxreelError } from '../../../src/index.js';
import { buildSite, siteModule, type BuiltSite } from './built-site.js';

interface TypeModule {
  readTypes(): { readonly entries: readonly { readonly name: string; readonly exported: readonly { readonly name: string }[] }[] };
}
interface TokenModule {
  tokensOf(text: string): string[];
}
interface ContentsModule {
  readonly storyPages: Readonly<Record<string, string>>;
  readonly sections: readonly { readonly guides: readonly string[] }[];
}
interface ErrorModule {
  errorCodes(): string[];
}

const { homepage } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly homepage: string };

describe('the documentation site', () => {
  let site: BuiltSite;
  let texts: Map<string, string>;
  before(async () => {
    site = await buildSite();
    texts = new Map(site.pages.map((path) => [path, site.read(path)]));
  });
  after(() => site.remove());

  it('has every export of the package in its reference', async () => {
    const { readTypes } = await siteModule<TypeModule>('reference/read-types.mjs');
    const reference = [...texts].filter(([path]) => path.startsWith('reference/') && path !== 'reference/index.html');
    const named = /(?:<h2 id="[^"]*"><a [^>]*>|<a href="[^"]*"><code>)(\w+)<\/(?:a|code)>/g;
    const headings = new Set(reference.flatMap(([, text]) => [...text.matchAll(named)].map(([, name]) => name)));
    const { entries } = readTypes();
    assert.ok(entries.length > 50, `${entries.length} entries`);
    const missing = entries.flatMap(({ name, exported }) =>
      exported.filter((one) => !headings.has(one.name)).map((one) => `${name}: ${one.name}`),
    );
    assert.deepEqual(missing, []);
    for (const tag of ['video-generator', 'realtime-voice']) assert.match(site.read(`reference/element-${tag}.html`), /id="attributes"/);
  });

  it('has a page for every error code, which the error itself names', async () => {
    const { errorCodes } = await siteModule<ErrorModule>('read-errors.mjs');
    const codes = errorCodes();
    assert.ok(codes.length > 35, `${codes.length} codes`);
    for (const code of codes) {
      const { docs } = new VoxreelError(code, 'Something happened.');
      assert.ok(docs.startsWith(homepage), docs);
      const page = texts.get(docs.slice(homepage.length));
      assert.ok(page !== undefined, `${docs} is a page`);
      assert.match(page, /Cause<\/strong>: \S/);
      assert.match(page, /Fix<\/strong>: \S/);
    }
  });

  it('has a page for every code of the gateway', () => {
    const table =
      /## When something is refused([^]*?)\nErrors of the service/.exec(readFileSync('stories/guides/gateway.mdx', 'utf8'))?.[1] ?? '';
    const codes = [...table.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code),
    );
    assert.ok(codes.length > 60, `${codes.length} codes`);
    assert.deepEqual(
      codes.filter((code) => !texts.has(`errors/${code}.html`)),
      [],
    );
  });

  it('has no link or anchor that leads nowhere', () => {
    const ids = new Map([...texts].map(([path, text]) => [path, new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]));
    const broken = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].flatMap(([, link = '']) => {
        if (/^https?:/.test(link)) return [];
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? path : posix.join(posix.dirname(path), file);
        const isThere = ids.has(target) || isFile(target);
        return isThere && (anchor === undefined || ids.get(target)?.has(anchor) === true) ? [] : [`${path}: ${link}`];
      }),
    );
    assert.deepEqual(broken, []);
  });

  const isFile = (path: string): boolean => {
    try {
      return site.read(path) !== undefined;
    } catch {
      return false;
    }
  };

  it('leads from each guide to the stories that show it, and knows a guide for every file of stories', async () => {
    const { storyPages, sections } = await siteModule<ContentsModule>('contents.mjs');
    const files = readdirSync('stories', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.stories.ts'));
    const ids = files.map((name) => {
      const title = /^const meta\b[^]*?\btitle: '([^']+)'/m.exec(readFileSync(posix.join('stories', name), 'utf8'))?.[1] ?? name;
      return title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
    });
    assert.deepEqual(Object.keys(storyPages).toSorted(), ids.toSorted());
    const guides = sections.flatMap((section) => section.guides);
    assert.deepEqual(
      Object.values(storyPages).filter((guide) => !guides.includes(guide)),
      [],
    );
    const stories = await buildSite('stories/media');
    try {
      for (const [page, guide] of Object.entries(storyPages))
        assert.match(
          stories.read(`guides/${guide}.html`),
          new RegExp(`href="\\.\\./storybook/index\\.html\\?path=/(?:docs|story)/${page}`),
        );
    } finally {
      stories.remove();
    }
  });

  it('works from any folder: no link begins at the root of a host', () => {
    const absolute = [...texts].filter(([, text]) => / (?:href|src)="\//.test(text)).map(([path]) => path);
    assert.deepEqual(absolute, []);
  });

  it('has the text of each page in its HTML, one heading of the first level, and a title of its own', () => {
    const titles = new Set<string>();
    for (const [path, text] of texts) {
      const main = /<main[^>]*>([^]*)<\/main>/.exec(text)?.[1] ?? '';
      assert.equal(main.match(/<h1/g)?.length, 1, path);
      assert.ok(main.replaceAll(/<[^>]*>/g, '').trim().length > 40, path);
      titles.add(/<title>(.*)<\/title>/.exec(text)?.[1] ?? '');
    }
    assert.equal(titles.size, texts.size);
  });

  it('has nothing inline and a strict policy on every page', () => {
    for (const [path, text] of texts) {
      assert.match(text, /Content-Security-Policy" content="default-src 'self';[^"]*require-trusted-types-for 'script'/, path);
      assert.doesNotMatch(text, /<style|\sstyle=|<script(?! type="module" src=)|\son\w+="/, path);
      assert.doesNotMatch(text, /(?:src|href)="(?:https?:)?\/\/[^"]*\.(?:js|css|woff2?)"/, path);
    }
  });

  it('loads at most 60 kB before a live element, and sends no more for any page', () => {
    const shared = ['site.css', 'page.js'].map((path) => site.read(path));
    for (const [path, text] of texts) {
      const files = [text, ...shared];
      const sent = files.reduce((sum, file) => sum + gzipSync(file).length, 0);
      assert.ok(sent <= 60_000, `${path} sends ${sent} bytes`);
      const whole = files.reduce((sum, file) => sum + Buffer.byteLength(file), 0);
      if (text.includes('data-live')) assert.ok(whole <= 60_000, `${path} has ${whole} bytes`);
    }
  });

  it('has a copy of each page as Markdown, and llms.txt names them', () => {
    const listed = site.read('llms.txt');
    for (const path of texts.keys()) {
      if (path === '404.html') continue;
      const copy = path.replace(/html$/, 'md');
      assert.match(site.read(copy), /^# \S/m, copy);
      if (path !== 'index.html') assert.ok(listed.includes(`(${copy})`), copy);
    }
    const unresolved = site.pages.filter(
      (path) => path !== '404.html' && /\]\((?:guide|reference|error):|\.mdx[)#]/.test(site.read(path.replace(/html$/, 'md'))),
    );
    assert.deepEqual(unresolved, []);
  });

  it('splits Chinese and Japanese into words, and names into parts', async () => {
    const { tokensOf } = await siteModule<TokenModule>('tokens.mjs');
    assert.ok(tokensOf('如何生成视频').includes('视频'));
    assert.ok(tokensOf('音声で動画を作る').includes('動画'));
    assert.deepEqual(tokensOf('createVideoQueue'), ['createvideoqueue', 'create', 'video', 'queue']);
  });

  it('is no part of the package', () => {
    const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly files: readonly string[] };
    assert.deepEqual(
      files.filter((name) => /site|guides/.test(name)),
      [],
    );
  });
});
