// Character references in Markdown text (`&amp;`, `&#8212;`) as the characters they name. What is not known stays as it is.

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '\u00a9',
  reg: '\u00ae',
  trade: '\u2122',
  hellip: '\u2026',
  mdash: '\u2014',
  ndash: '\u2013',
  lsquo: '\u2018',
  rsquo: '\u2019',
  ldquo: '\u201c',
  rdquo: '\u201d',
  laquo: '\u00ab',
  raquo: '\u00bb',
  bull: '\u2022',
  middot: '\u00b7',
  times: '\u00d7',
  divide: '\u00f7',
  plusmn: '\u00b1',
  deg: '\u00b0',
  micro: '\u00b5',
  euro: '\u20ac',
  pound: '\u00a3',
  larr: '\u2190',
  rarr: '\u2192',
  le: '\u2264',
  ge: '\u2265',
  ne: '\u2260',
};

export const readReferences = (text: string): string =>
  text.includes('&') ? text.replace(/&(?:(\w+)|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g, character) : text;

function character(reference: string, name: string | undefined, decimal: string | undefined, hex: string | undefined): string {
  if (name !== undefined) return named[name] ?? reference;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}
