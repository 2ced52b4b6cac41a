// The reference of the elements as Markdown, from the manifest that the package publishes.
import { readFileSync } from 'node:fs';

const cell = (text) =>
  String(text ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
const code = (text) => (cell(text) === '' ? '' : `\`${cell(text)}\``);

/** @returns {{ id: string, title: string, markdown: string }[]} A page for each element. */
export function writeElements() {
  const { modules } = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8'));
  return modules
    .flatMap(({ declarations = [] }) => declarations)
    .filter(({ tagName }) => tagName !== undefined)
    .map((declaration) => ({
      id: `element-${declaration.tagName}`,
      title: `<${declaration.tagName}>`,
      markdown: describe(declaration),
    }));
}

function describe({
  tagName,
  description = '',
  attributes = [],
  members = [],
  events = [],
  slots = [],
  cssParts = [],
  cssProperties = [],
  cssStates = [],
}) {
  const attributeOf = new Map(attributes.map(({ fieldName, name }) => [fieldName, name]));
  const fields = members.filter(({ kind }) => kind === 'field');
  const methods = members.filter(({ kind }) => kind === 'method');
  return [
    `# \\<${tagName}>`,
    description,
    table('Attributes', ['Attribute', 'Type', 'Default', ''], attributes, (one) => [
      code(one.name),
      code(one.type?.text),
      code(one.default),
      cell(one.description),
    ]),
    table('Properties', ['Property', 'Type', ''], fields, (one) => [
      code(one.name),
      code(one.type?.text),
      `${cell(one.description)}${attributeOf.has(one.name) ? ` Attribute: \`${attributeOf.get(one.name)}\`.` : ''}`,
    ]),
    table('Methods', ['Method', 'Returns', ''], methods, (one) => [
      code(`${one.name}(${(one.parameters ?? []).map(({ name, optional }) => name + (optional ? '?' : '')).join(', ')})`),
      code(one.return?.type?.text),
      cell(one.description),
    ]),
    table('Events', ['Event', 'Type', ''], events, (one) => [code(one.name), code(one.type?.text), cell(one.description)]),
    table('Slots', ['Slot', ''], slots, (one) => [one.name === '' ? 'default' : code(one.name), cell(one.description)]),
    table('Parts', ['Part', ''], cssParts, (one) => [code(one.name), cell(one.description)]),
    table('States', ['State', ''], cssStates, (one) => [code(one.name), cell(one.description)]),
    table('Custom properties', ['Property', 'Default', ''], cssProperties, (one) => [
      code(one.name),
      code(one.default),
      cell(one.description),
    ]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function table(title, header, rows, cellsOf) {
  if (rows.length === 0) return '';
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [`## ${title}`, '', line(header), line(header.map(() => '---')), ...rows.map((row) => line(cellsOf(row)))].join('\n');
}
