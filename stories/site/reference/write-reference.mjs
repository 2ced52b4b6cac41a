// The API reference as Markdown pages: one for each entry of the package, and for the main entry one for each subject.

const subjects = [
  { id: 'video', title: 'Videos', of: /^core\/(?:video|video-tools|editing|drafts)|^core\/store\/tasks/ },
  { id: 'voice', title: 'Conversations', of: /^core\/(?:realtime|audio|store)|^core\/recorded-events/ },
  { id: 'plugins', title: 'Plugins and storage', of: /^core\/|^wire\// },
  { id: 'words', title: 'Words', of: /^elements\/shared\/(?:strings|set-words|words)/ },
  { id: 'elements', title: 'Types of the elements', of: /^elements\// },
  { id: 'services', title: 'Types of services', of: /^services\// },
  { id: 'wire', title: 'Types of the wire', of: /^protocol\// },
  { id: 'errors', title: 'Errors', of: /^/ },
];

const fileOf = (path) => path.slice(2).replaceAll('/', '-');

/** The pages of the main entry by subject, of every other entry whole. */
function pageOf(entry, symbol) {
  if (entry.path !== '.') return { id: fileOf(entry.path), title: entry.name };
  const { id, title } = subjects.find(({ of }) => of.test(symbol.file));
  return { id: `voxreel-${id}`, title: `voxreel: ${title}` };
}

/**
 * @param {ReturnType<typeof import('./read-types.mjs').readTypes>} types
 * @returns {{ pages: { id: string, title: string, markdown: string, names: string[] }[], places: Map<string, string> }}
 *   `places`: the page and anchor of each name.
 */
export function writeReference({ entries }) {
  const pages = new Map();
  const places = new Map();
  const placed = new Set();
  for (const entry of entries) {
    const fromElsewhere = [];
    const own = entry.path === '.' ? undefined : pageFor(pages, { id: fileOf(entry.path), title: entry.name }, entry);
    for (const { name, symbol } of entry.exported.toSorted((one, other) => one.name.localeCompare(other.name))) {
      if (placed.has(symbol)) {
        fromElsewhere.push({ name, symbol });
        continue;
      }
      placed.add(symbol);
      const place = pageOf(entry, symbol);
      const page = own ?? pageFor(pages, place, entry);
      const before = page.names.filter((other) => other.toLowerCase() === name.toLowerCase()).length;
      const anchor = `${name.toLowerCase()}${before === 0 ? '' : `-${before}`}`;
      page.parts.push(describe(name, symbol));
      page.names.push(name);
      symbol.place = `${page.id}.md#${anchor}`;
      if (!places.has(name)) places.set(name, `${page.id}.html#${anchor}`);
    }
    if (own !== undefined) own.elsewhere = fromElsewhere;
  }
  return { pages: [...pages.values()].map(finish), places };
}

function pageFor(pages, { id, title }, entry) {
  const page = pages.get(id) ?? { id, title, entry, parts: [], names: [], elsewhere: [] };
  pages.set(id, page);
  return page;
}

function finish({ id, title, entry, parts, names, elsewhere }) {
  const use = parts.length + elsewhere.length === 0 ? `import '${entry.name}';` : `import { ... } from '${entry.name}';`;
  const also =
    elsewhere.length === 0
      ? ''
      : `\n## Also exported here\n\n${elsewhere.map(({ name, symbol }) => `[\`${name}\`](${symbol.place})`).join(' · ')}\n`;
  const nothing = parts.length + elsewhere.length === 0 ? '\nIt exports nothing: importing it registers the elements.\n' : '';
  return { id, title, names, markdown: `# ${title}\n\n\`\`\`ts\n${use}\n\`\`\`\n${nothing}\n${parts.join('\n')}${also}` };
}

const cell = (text) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
const code = (text) => (text === '' ? '' : `\`${cell(text)}\``);

function describe(name, { kind, doc, tags, signatures, code: declared, heritage, members }) {
  const parts = [`## ${name}`, `*${kind}${heritage === '' ? '' : ` ${heritage.replaceAll('*', '')}`}*`, doc];
  const block = signatures.length > 0 ? signatures.join('\n\n') : declared;
  if (block !== '') parts.push(`\`\`\`ts\n${shortened(block)}\n\`\`\``);
  const params = tags.filter((tag) => tag.name === 'param').map(({ text }) => text.split(/\s+(?:-\s+)?(.*)/s));
  if (params.length > 0) parts.push(params.map(([param, text = '']) => `- \`${param}\`: ${text.replaceAll(/\s+/g, ' ')}`).join('\n'));
  for (const [tag, title] of [
    ['returns', 'Returns'],
    ['throws', 'Throws'],
    ['default', 'Default'],
  ])
    for (const { text } of tags.filter((one) => one.name === tag)) parts.push(`**${title}**: ${text}`);
  if (members.length > 0) parts.push(tableOf(members));
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function tableOf(members) {
  const rows = members.map(({ name, optional, type, doc, tags }) => {
    const fallback = tags.find((tag) => tag.name === 'default' || tag.name === 'defaultValue')?.text;
    return `| ${code(name + (optional ? '?' : ''))} | ${code(type)} | ${cell(doc)}${fallback === undefined ? '' : ` Default: ${cell(fallback)}`} |`;
  });
  return `| Member | Type | |\n|---|---|---|\n${rows.join('\n')}`;
}

/** A type that fills screens is cut: the rest of it is in the package's types. */
function shortened(text) {
  const lines = text.split('\n');
  return lines.length <= 60 ? text : `${lines.slice(0, 60).join('\n')}\n// ${lines.length - 60} lines more`;
}
