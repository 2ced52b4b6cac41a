// Markdown as HTML that a strict policy allows: headings with anchors, code colored by classes, links between pages.
import hljs from 'highlight.js/lib/common';
import { Marked } from 'marked';

export const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The anchor of a heading, as GitHub and Storybook make it. */
export const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/<[^>]*>|&\w+;/g, '')
    .replaceAll(/[^\p{L}\p{N}_\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const languages = {
  html: 'xml',
  vue: 'xml',
  svelte: 'xml',
  sh: 'bash',
  nginx: 'nginx',
  tsx: 'typescript',
  ts: 'typescript',
  mjs: 'javascript',
};

function highlighted(code, language) {
  const known = languages[language] ?? language;
  return hljs.getLanguage(known) === undefined ? escapeHtml(code) : hljs.highlight(code, { language: known }).value;
}

/**
 * @param {string} markdown
 * @param {(href: string) => string} linkTo Where a link of the Markdown leads on this site.
 * @returns {{ html: string, headings: { depth: number, id: string, text: string }[] }}
 */
export function toHtml(markdown, linkTo) {
  const headings = [];
  const ids = new Map();
  const idOf = (text) => {
    const slug = slugOf(text) || 'section';
    const times = ids.get(slug) ?? 0;
    ids.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  };
  const renderer = {
    heading({ tokens, depth, text }) {
      const inner = this.parser.parseInline(tokens);
      const plain = inner.replaceAll(/<[^>]*>/g, '');
      const id = idOf(text.replaceAll(/[`*]/g, ''));
      headings.push({ depth, id, text: plain });
      return depth === 1
        ? `<h1 id="${id}">${inner}</h1>\n`
        : `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`;
    },
    code({ text, lang = '' }) {
      return `<pre tabindex="0"><code>${highlighted(text, lang)}</code></pre>\n`;
    },
    table(token) {
      const cells = (row, tag) => `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
      const named = token.header.some(({ text }) => text !== '');
      const head = named ? `<thead>${cells(token.header, 'th').replaceAll('<th></th>', '<td></td>')}</thead>` : '';
      return `<div class="table" tabindex="0"><table>${head}<tbody>${token.rows.map((row) => cells(row, 'td')).join('')}</tbody></table></div>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${escapeHtml(linkTo(href))}">${this.parser.parseInline(tokens)}</a>`;
    },
    // Raw HTML is text: no page of ours needs any.
    html: ({ text }) => escapeHtml(text),
  };
  const html = new Marked({ renderer }).parse(markdown);
  return { html, headings };
}
