// Is a provider of the form the contract gives? Names every member that is not, and what was likely meant. Calls nothing of it.
import { isRecord } from '../base/is-record.js';
import { fieldEntries, videoFields } from '../protocol/video-fields.js';

type Check = (value: unknown, at: string) => readonly string[];

const saysOf = (value: unknown): string => (typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value)));

const must =
  (fits: (value: unknown) => boolean, words: string): Check =>
  (value, at) =>
    fits(value) ? [] : [`${at}: is ${saysOf(value)}, must be ${words}.`];

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const text = must((value) => typeof value === 'string' && value !== '', 'a text');
const number = must(isNumber, 'a number');
const truth = must((value) => typeof value === 'boolean', 'true or false');
const callable = must((value) => typeof value === 'function', 'a function');
const count = must((value) => isNumber(value) && value > 0, 'a number above 0');
const among = (words: readonly unknown[]): Check => must((value) => words.includes(value), `one of ${words.map(saysOf).join(', ')}`);

const list =
  (each: Check, example: string): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return [`${at}: is ${saysOf(value)}, must be a list, e.g. ${example}.`];
    if (value.length === 0) return [`${at}: is empty, which allows nothing at all.`];
    return value.flatMap((entry, index) => each(entry, `${at}[${index}]`));
  };

const members =
  (known: Readonly<Record<string, Check>>, needed: readonly string[] = []): Check =>
  (value, at) => {
    const place = (name: string) => (at === '' ? name : `${at}.${name}`);
    if (!isRecord(value)) return [`${at || 'provider'}: is ${saysOf(value)}, must be a plain object.`];
    const missing = needed.filter((name) => value[name] === undefined).map((name) => `${place(name)}: is missing.`);
    const wrong = Object.entries(value).flatMap(([name, inner]) => {
      const check = known[name];
      if (check === undefined) return [`${place(name)}: there is no such member; ${meant(name, Object.keys(known))}`];
      return inner === undefined ? [] : check(inner, place(name));
    });
    return [...missing, ...wrong];
  };

function meant(name: string, known: readonly string[]): string {
  const start = (word: string) => word.slice(0, 3).toLowerCase();
  const best = known.find((other) => start(other) === start(name));
  return best === undefined ? `there are ${known.join(', ')}.` : `\`${best}\` was meant?`;
}

const range: Check = (value, at) => {
  const wrong = members({ min: number, max: number }, ['min', 'max'])(value, at);
  const upsideDown = isRecord(value) && Number(value['min']) > Number(value['max']);
  return upsideDown ? [...wrong, `${at}: its min is above its max.`] : wrong;
};

const valuesOrRange: Check = (value, at) => (Array.isArray(value) ? list(number, '[5, 10]') : range)(value, at);

/** Seconds where milliseconds are meant, or megabytes for bytes, are the right kind and a thousand times too small. */
const notBelow =
  (least: number, correct: (value: number) => string): Check =>
  (value, at) =>
    isNumber(value) && value > 0 && value < least ? [`${at}: ${correct(value)}`] : count(value, at);

const milliseconds = notBelow(50, (value) => `${value} milliseconds are too few; ${value * 1000} for ${value} s?`);
const bytes = notBelow(1000, (value) => `${value} bytes hold no picture; ${value * 1_000_000} for ${value} MB?`);

const draftFields = Object.keys(videoFields);
const fieldLimits = Object.fromEntries(
  fieldEntries.flatMap(([, { limit }]) => (limit === undefined ? [] : [[limit.name, limit.as === 'range' ? range : valuesOrRange]])),
);
const kinds = 'text longtext number integer boolean choice image images url json hidden'.split(' ');

const isSize = (value: unknown): boolean => typeof value === 'string' && /^\d+x\d+$/.test(value);
const isImageType = (value: unknown): boolean => typeof value === 'string' && /^image\/./.test(value);

const limits = members({
  ...fieldLimits,
  ignores: list(among(draftFields), "['fps']"),
  sizes: list(must(isSize, '<width>x<height>'), "['1280x720']"),
  promptLength: count,
  images: members(
    {
      encoding: among(['data-url', 'base64']),
      max: among([0, 1, 2]),
      maxBytes: bytes,
      types: list(must(isImageType, 'a MIME type of pictures'), "['image/jpeg', 'image/png']"),
    },
    ['encoding', 'max', 'maxBytes'],
  ),
});

/** An object whose names are free. */
const entries =
  (each: Check, what: string): Check =>
  (value, at) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([name, entry]) => each(entry, `${at}.${name}`))
      : [`${at}: is ${saysOf(value)}, must be an object with one entry for each ${what}.`];

const labels = entries(text, 'choice');
const choice = must((value) => typeof value === 'string' || isNumber(value), 'a text or a number');
const fieldUi = members({
  label: text,
  description: text,
  placeholder: text,
  kind: among(kinds),
  rare: truth,
  min: number,
  max: number,
  step: count,
  choices: list(choice, "['calm', 'wild']"),
  choiceLabels: labels,
  default: () => [],
});
const ui = entries(fieldUi, 'field');

const words = entries(
  members({
    fields: entries(members({ label: text, description: text, placeholder: text, choiceLabels: labels }), 'field'),
    units: entries(text, 'unit'),
    messages: entries(text, 'message'),
  }),
  'language',
);

const metadata: Check = (value, at) => {
  const standard: unknown = isRecord(value) || typeof value === 'function' ? Reflect.get(value, '~standard') : undefined;
  return isRecord(standard) && typeof standard['validate'] === 'function'
    ? []
    : [`${at}: is no Standard Schema; give a schema of zod, valibot or arktype, or describe the fields in \`ui\` alone.`];
};

const id = must((value) => typeof value === 'string' && /^[a-z][a-z0-9-]*$/.test(value), 'in lower case with hyphens');
const models = list(text, "['acme-*']");

const provider = members(
  {
    id,
    title: text,
    models,
    metadata,
    ui,
    words,
    limits,
    local: truth,
    mirror: list(among(['seed', 'duration']), "['seed']"),
    request: callable,
    parse: callable,
    estimate: callable,
    poll: members({ firstMs: milliseconds, everyMs: milliseconds, deadlineMs: milliseconds }),
    service: members({ idempotent: truth, create: callable, query: callable, stop: callable }, ['create', 'query']),
  },
  ['id', 'models'],
);

const light = members({ id, title: text, models, local: truth, unlisted: truth, load: callable }, ['id', 'models', 'load']);

/** In words; an empty list when its form is right. */
export const checkShape = (entry: unknown): readonly string[] => (isRecord(entry) && 'load' in entry ? light : provider)(entry, '');
