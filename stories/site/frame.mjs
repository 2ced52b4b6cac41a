// A page around its text: head with the policy, way to everything, search, footer. Paths are relative, so that the site works from any folder.
import { live, sections, stories, storyPages } from './contents.mjs';
import { escapeHtml } from './markdown.mjs';

const policy =
  "default-src 'self'; base-uri 'none'; form-action 'self'; media-src 'self' blob:; require-trusted-types-for 'script'; trusted-types lit-html voxreel 'allow-duplicates'";

/**
 * @param {{ path: string, title: string, summary: string, html: string, headings: object[], guide?: string }} page
 * @param {{ titles: Map<string, string>, repository: string, storybook: string }} site
 */
export function pageAround({ path, title, summary, html, headings, guide }, site) {
  const root = '../'.repeat(path.split('/').length - 1) || './';
  const to = (target) => (target === path ? '#top' : root + target);
  return `<!doctype html>
<html lang="en" id="top">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(summary)}">
<title>${escapeHtml(title)} · voxreel</title>
<link rel="icon" href="${root}icon.svg">
<link rel="stylesheet" href="${root}site.css">
<link rel="alternate" type="text/markdown" href="${path
    .split('/')
    .at(-1)
    .replace(/\.html$/, '.md')}">
<script type="module" src="${root}page.js"></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="name" href="${to('index.html')}">voxreel</a>
<form role="search" hidden>
<input type="search" data-search aria-label="Search the documentation" placeholder="Search" autocomplete="off">
<ol data-results hidden></ol>
<span class="count" role="status" data-count></span>
</form>
<nav aria-label="Site"><a class="narrow" href="#guides">Guides</a> <a href="${to('reference/index.html')}">Reference</a> <a href="${to('errors/index.html')}">Errors</a> <a href="${site.repository}">Source</a></nav>
</header>
<div class="columns">
<main id="text">
${withLive(html, guide, root, site)}${storiesOf(guide, root, site)}</main>
<nav class="ways" id="guides" aria-label="Guides">${guidesNav(path, to, site)}</nav>
${onThisPage(headings)}</div>
<footer><a href="${path
    .split('/')
    .at(-1)
    .replace(/\.html$/, '.md')}">This page as Markdown</a> · <a href="${to('llms.txt')}">llms.txt</a> · MIT license</footer>
</body>
</html>
`;
}

function guidesNav(path, to, { titles }) {
  return sections
    .map(({ title, guides }) => {
      const links = guides.map((name) => {
        const target = `guides/${name}.html`;
        return `<li><a href="${to(target)}"${target === path ? ' aria-current="page"' : ''}>${escapeHtml(titles.get(name))}</a></li>`;
      });
      return `<p>${title}</p><ul>${links.join('')}</ul>`;
    })
    .join('');
}

function onThisPage(headings) {
  const own = headings.filter(({ depth }) => depth === 2);
  if (own.length < 3) return '';
  return `<nav class="here" aria-label="On this page"><p>On this page</p><ul>${own.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('')}</ul></nav>\n`;
}

/** Links to the pages of Storybook that show what a guide explains. */
function storiesOf(guide, root, { storybook }) {
  const shown = Object.keys(storyPages).filter((page) => storybook !== '' && storyPages[page] === guide);
  if (shown.length === 0) return '';
  const links = shown.map(
    (page) =>
      `<a href="${root}${storybook}?path=/${page.startsWith('pages-') ? `story/${page}` : `docs/${page}--docs`}">${nameOf(page)}</a>`,
  );
  return `<p>In Storybook: ${links.join(', ')}.</p>\n`;
}

const nameOf = (page) => page.replace(/^(?:pages|realtime-voice|video-generator)-/, '').replaceAll('-', ' ');

const examples = {
  video: {
    title: 'Try it: videos drawn on your device',
    text: 'No service and no key. Write a prompt and press Generate.',
    tag: '<video-generator model="on-device" models="on-device" persist="none"></video-generator>',
  },
  voice: {
    title: 'See it: a recorded conversation',
    text: 'Nothing is sent, and no microphone is needed.',
    tag: '<p><button type="button" hidden>Play the recording</button></p><realtime-voice model="recorded" modalities="text" dialect="vendor"></realtime-voice>',
  },
};

/** After what a guide begins with: its first paragraph. */
function withLive(html, guide, root, { storybook }) {
  const kinds = live[guide] ?? [];
  if (kinds.length === 0) return html;
  const blocks = kinds.map((kind) => {
    const { title, text, tag } = examples[kind];
    const story = storybook === '' ? '' : ` <a href="${root}${storybook}?path=/docs/${stories[kind]}">More states in Storybook</a>`;
    return `<section class="live" data-live="${kind}" aria-label="${title}"><p><strong>${title}.</strong> ${text} It needs JavaScript.${story}</p>${tag}</section>\n`;
  });
  const at = html.indexOf('</p>', html.indexOf('</h1>')) + '</p>'.length;
  return `${html.slice(0, at)}\n${blocks.join('')}${html.slice(at)}`;
}
