// Works out a sum written in figures or in English.

const spoken: readonly (readonly [RegExp, string])[] = [
  [/\bplus\b/g, '+'],
  [/\bminus\b/g, '-'],
  [/\b(?:times|multiplied by)\b/g, '*'],
  [/\b(?:divided by|over)\b/g, '/'],
  [/[×·]/g, '*'],
  [/÷/g, '/'],
  [/[−–]/g, '-'],
];

/** The first sum found in `text` and its value; undefined when there is none. */
export function workOut(text: string): { readonly sum: string; readonly value: number } | undefined {
  const figures = spoken.reduce((rest, [word, sign]) => rest.replace(word, sign), text.toLowerCase());
  // What a letter follows is a date or a name, not a sum.
  const parts = [...figures.matchAll(/[-(\s]*\d[\d\s.()+*/^-]*/g)].filter(
    (match) => !/^[a-z]/.test(figures.slice(match.index).slice(match[0].length)) || /\s$/.test(match[0]),
  );
  const found = parts.map((match) => match[0].trim()).find((part) => /\d\s*\)*\s*[-+*/^]\s*[-(]*\s*\d/.test(part));
  if (found === undefined) return undefined;
  const tokens = found.match(/\d+(?:\.\d+)?|[-+*/^()]/g) ?? [];
  const value = readSum(tokens);
  return tokens.length > 0 || value === undefined ? undefined : { sum: found.replace(/\s*([-+*/^])\s*/g, ' $1 ').trim(), value };
}

/** Each reader takes its tokens from the front. */
function readSum(tokens: string[]): number | undefined {
  let value = readProduct(tokens);
  while (value !== undefined && (tokens[0] === '+' || tokens[0] === '-')) {
    const sign = tokens.shift() === '+' ? 1 : -1;
    const next = readProduct(tokens);
    value = next === undefined ? undefined : value + sign * next;
  }
  return value;
}

function readProduct(tokens: string[]): number | undefined {
  let value = readPower(tokens);
  while (value !== undefined && (tokens[0] === '*' || tokens[0] === '/')) {
    const divides = tokens.shift() === '/';
    const next = readPower(tokens);
    value = next === undefined ? undefined : divides ? value / next : value * next;
  }
  return value;
}

function readPower(tokens: string[]): number | undefined {
  const base = readAtom(tokens);
  if (base === undefined || tokens[0] !== '^') return base;
  tokens.shift();
  const exponent = readPower(tokens);
  return exponent === undefined ? undefined : base ** exponent;
}

function readAtom(tokens: string[]): number | undefined {
  const token = tokens.shift();
  if (token === '-') {
    const value = readAtom(tokens);
    return value === undefined ? undefined : -value;
  }
  if (token !== '(') return token === undefined || !/^\d/.test(token) ? undefined : Number(token);
  const value = readSum(tokens);
  return tokens.shift() === ')' ? value : undefined;
}
