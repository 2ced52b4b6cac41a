// Writes the documentation as plain pages: `npm run site -- <folder>` after `npm run build`, with `--storybook` after `npm run build-storybook`. Every page is readable without JavaScript.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import MiniSearch from 'minisearch';

import { sections } from './contents.mjs';
import { pageAround } from './frame.mjs';
import { toHtml } from './markdown.mjs';
import { readErrors } from './read-errors.mjs';
import { readTypes } from './reference/read-types.mjs';
import { writeElements } from './reference/write-elements.mjs';
import { writeReference } from './reference/write-reference.mjs';
import { searchOptions } from './tokens.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const guidesFolder = 'stories/guides';

/** `https://github.com/OWNER/voxreel`, and where the site is published: both are in package.json alone. */
function addresses() {
  const { repository, homepage } = JSON.parse(readFileSync('package.json', 'utf8'));
  return { repository: repository.url.replace(/^git\+|\.git$/g, ''), home: homepage };
}

const titleOf = (markdown) => /^# (.+)$/m.exec(markdown)?.[1].replaceAll(/[\\`]/g, '') ?? '';

const isProse = (part) => !/^(?:#|```|\||-|\*\w+\*$)/.test(part.trim());

/** The first paragraph as plain text. */
function summaryOf(markdown) {
  const paragraph = markdown.split(/\n\s*\n/).find(isProse) ?? '';
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.length > 200 ? `${plain.slice(0, 197)}...` : plain;
}

function readGuides() {
  const names = sections.flatMap(({ guides }) => guides);
  const files = readdirSync(guidesFolder).filter((name) => /\.mdx?$/.test(name));
  const unlisted = files.map((name) => name.replace(/\.mdx?$/, '')).filter((name) => !names.includes(name));
  if (unlisted.length > 0) throw new Error(`stories/site/contents.mjs does not list ${unlisted.join(', ')}.`);
  return names.map((guide) => {
    const file = files.find((name) => name.replace(/\.mdx?$/, '') === guide);
    if (file === undefined) throw new Error(`There is no guide ${guide}.`);
    const markdown = readFileSync(join(guidesFolder, file), 'utf8').replaceAll(/^\{\/\*.*\*\/\}\n/gm, '');
    return { path: `guides/${guide}`, guide, markdown };
  });
}

function readReference() {
  const types = readTypes();
  if (types.problems.length > 0) throw new Error(`The reference is not complete:\n${types.problems.join('\n')}`);
  const { pages, places } = writeReference(types);
  const elements = writeElements();
  const row = ({ id, title, names }) => `| [${title}](${id}.md) | ${names.map((name) => `\`${name}\``).join(' ')} |`;
  const index = [
    '# Reference',
    'Everything the package exports, made from the types and the manifest that it publishes.',
    elements.map(({ id, title }) => `- [\`${title}\`](${id}.md)`).join('\n'),
    `| Import from | Names |\n|---|---|\n${pages.map(row).join('\n')}`,
  ].join('\n\n');
  return {
    places,
    pages: [{ id: 'index', markdown: index }, ...elements, ...pages].map(({ id, markdown }) => ({
      path: `reference/${id}`,
      markdown,
      isReference: id !== 'index',
    })),
  };
}

function readErrorPages() {
  const errors = readErrors();
  const index = `# Error codes\n\nEvery \`VoxreelError\` has a \`code\`, and in \`docs\` the address of its page here. Codes that a service sends by itself are kept as they came.\n\n${errors
    .map(({ code, markdown }) => `- [\`${code}\`](${code}.md): ${summaryOf(markdown).replace(/^Cause: /, '')}`)
    .join('\n')}\n`;
  return [{ code: 'index', markdown: index }, ...errors].map(({ code, markdown }) => ({ path: `errors/${code}`, markdown }));
}

/** Where a link of a page leads: a path of this site with its extension, or an address. */
function targetOf(href, from, extension, { repository }) {
  const named = /^(guide|reference|error):([\w-]+)(#.*)?$/.exec(href);
  const folder = posix.dirname(from);
  const inSite = (path) => posix.relative(folder, path) || posix.basename(path);
  if (named !== null) return `${inSite(`${named[1]}s/${named[2]}`.replace('references/', 'reference/'))}.${extension}${named[3] ?? ''}`;
  if (/^(?:https?:|mailto:|#)/.test(href)) return href;
  const [path, anchor] = href.split('#');
  const fragment = anchor === undefined ? '' : `#${anchor}`;
  if (/^(?:\.\/)?[\w-]+\.mdx?$/.test(path)) return `${path.replace(/^\.\//, '').replace(/\.mdx?$/, '')}.${extension}${fragment}`;
  return `${repository}/blob/main/${posix.join('stories', folder, path)}${fragment}`;
}

const withLinks = (markdown, linkTo) => markdown.replaceAll(/\]\(([^)\s]+)\)/g, (_whole, href) => `](${linkTo(href)})`);

/** Names of types become links to where they are described. */
function linkTypes(html, path, places) {
  const folder = posix.dirname(path);
  const linked = (code) =>
    code.replaceAll(/(?<![\w.'"-])[A-Z]\w{3,}(?!\w|[^<]*>)/g, (name) => {
      const place = places.get(name);
      return place === undefined ? name : `<a href="${posix.relative(folder, `reference/${place}`)}">${name}</a>`;
    });
  return html.replaceAll(/(<pre tabindex="0"><code>|<td><code>)([^]*?)<\/code>/g, (_whole, open, code) => `${open}${linked(code)}</code>`);
}

/** What the search finds: each section of a page by its heading. */
function sectionsOf({ path, html, title }) {
  return html.split(/(?=<h[12] id=")/).flatMap((part) => {
    const [, id, heading] = /^<h[12] id="([^"]*)">(.*)<\/h[12]>/.exec(part) ?? [];
    if (id === undefined) return [];
    const plain = (markup) => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&(?:quot|lt|gt|amp|#39);/g, ' ');
    const url = part.startsWith('<h1') ? path : `${path}#${id}`;
    return [
      { id: url, url, title: plain(heading).trim(), page: title, text: plain(part.slice(part.indexOf('</h'))).replaceAll(/\s+/g, ' ') },
    ];
  });
}

/** The service worker, which keeps every page and what all pages load. Another version of one of them makes another version of it. */
async function writeOffline(folder) {
  const files = readdirSync(folder, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) =>
      /^(?!404)(?:(?:guides|reference|errors)\/)?[\w.-]+\.html$|^(?:site\.css|page\.js|search\.js|search\.json|icon\.svg)$/.test(path),
    );
  const hash = createHash('sha256');
  for (const path of files) hash.update(readFileSync(join(folder, path)));
  const kept = JSON.stringify({ version: hash.digest('hex').slice(0, 12), files });
  await build({
    entryPoints: { offline: join(here, 'page/offline.js') },
    minify: true,
    outdir: folder,
    define: { kept },
    logLevel: 'error',
  });
}

async function writeScripts(folder) {
  const entryPoints = { page: join(here, 'page/page.js'), search: join(here, 'page/search.js'), live: join(here, 'page/live.js') };
  const common = { bundle: true, format: 'esm', target: 'es2022', minify: true, outdir: folder, logLevel: 'error' };
  // Each is loaded when it is needed: `page.js` names the others by address.
  await build({ ...common, entryPoints, external: ['./search.js', './live.js'] });
  await build({ ...common, entryPoints: { replay: 'dist/core/transports/replay.js' } });
  await build({ entryPoints: { site: join(here, 'page/site.css') }, minify: true, outdir: folder, logLevel: 'error' });
  cpSync('stories/demo.svg', join(folder, 'icon.svg'));
  cpSync('dist/cdn', join(folder, 'cdn'), { recursive: true, filter: (path) => !path.endsWith('.map') && !path.endsWith('.iife.js') });
  cpSync('stories/recordings/text.jsonl', join(folder, 'recordings/text.jsonl'));
}

/** `llms.txt`: every page with one sentence, as Markdown. */
function llmsText(pages) {
  const line = ({ path, title, summary }) => `- [${title}](${path.replace(/\.html$/, '.md')})${summary === '' ? '' : `: ${summary}`}`;
  const of = (folder) =>
    pages
      .filter(({ path }) => path.startsWith(folder))
      .map(line)
      .join('\n');
  return `# voxreel\n\n> Generative video and realtime spoken conversation for any web page: two custom elements over a headless, pluggable core.\n\n## Guides\n\n${of('guides/')}\n\n## Reference\n\n${of('reference/')}\n\n## Errors\n\n${of('errors/')}\n`;
}

/** What a host shows in place of a page that is not there, at any depth: its way on is written out. */
function writeLost(write, home, site) {
  const lost = `# There is no such page\n\n[The documentation](${home}index.html) · [all error codes](${home}errors/index.html)\n`;
  const page = { path: '404.html', title: 'No such page', summary: 'This page does not exist.', ...toHtml(lost, (href) => href) };
  write('404.html', pageAround(page, site));
  write('404.md', lost);
}

/**
 * @param {string} folder Is emptied first.
 * @param {{ stories?: string }} [options] `stories`: a folder with a built Storybook, which is put beside the pages and linked to.
 */
export async function buildSite(folder, { stories } = {}) {
  rmSync(folder, { recursive: true, force: true });
  const { repository, home } = addresses();
  const storybook = stories === undefined ? '' : 'storybook/index.html';
  if (stories !== undefined) cpSync(stories, join(folder, 'storybook'), { recursive: true });
  const guides = readGuides();
  const reference = readReference();
  const sources = [
    { path: 'index', markdown: readFileSync(join(here, 'index.md'), 'utf8') },
    ...guides,
    ...reference.pages,
    ...readErrorPages(),
  ];
  const titles = new Map(guides.map(({ guide, markdown }) => [guide, titleOf(markdown)]));
  const pages = sources.map(({ path, guide, markdown, isReference }) => {
    const linkTo = (extension) => (href) => targetOf(href, path, extension, { repository });
    const { html, headings } = toHtml(markdown, linkTo('html'));
    const page = { path: `${path}.html`, guide, title: titleOf(markdown), summary: summaryOf(markdown), headings };
    return { ...page, html: isReference ? linkTypes(html, page.path, reference.places) : html, copy: withLinks(markdown, linkTo('md')) };
  });
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const page of pages) {
    write(page.path, pageAround(page, { titles, repository, storybook }));
    write(page.path.replace(/html$/, 'md'), page.copy);
  }
  writeLost(write, home, { titles, repository, storybook });
  write('llms.txt', llmsText(pages));
  const index = new MiniSearch(searchOptions);
  index.addAll(pages.flatMap(sectionsOf));
  write('search.json', JSON.stringify(index));
  await writeScripts(folder);
  await writeOffline(folder);
  return pages;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2);
  const folder = words.find((word) => !word.startsWith('--')) ?? '.build/site';
  const pages = await buildSite(folder, words.includes('--storybook') ? { stories: '.storybook/static' } : {});
  console.log(`${pages.length} pages in ${folder}`);
}
