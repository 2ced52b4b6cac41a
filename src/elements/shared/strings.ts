// Chooses the words for a language: English at once, others as they load or as the page supplies them.
import type { Formats } from './formats.js';
import type { Plural } from './words-of.js';

/** Words by room, as a page supplies them. `errors` reaches every room. */
type SuppliedWords = Readonly<Record<string, object | undefined>>;

/** A language in force somewhere on the page. */
export interface Language {
  /** BCP 47, and always one there are words for. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly formats: Formats;
  /** Words of one element alone, over all others. */
  readonly own?: SuppliedWords | undefined;
}

/** Words of one kind. What a language lacks stays English. */
export interface WordBook<Words extends object> {
  /** The same object until words arrive. */
  wordsFor(language: Language): Words;
}

type Loader = () => Promise<{ readonly words: SuppliedWords }>;

/** The languages that come with the library, beside English: each with all its words in one file. */
const shipped: Readonly<Record<string, Loader | undefined>> = {
  ar: () => import('./languages/ar.js'),
  de: () => import('./languages/de.js'),
  es: () => import('./languages/es.js'),
  fr: () => import('./languages/fr.js'),
  hi: () => import('./languages/hi.js'),
  id: () => import('./languages/id.js'),
  it: () => import('./languages/it.js'),
  ja: () => import('./languages/ja.js'),
  ko: () => import('./languages/ko.js'),
  pt: () => import('./languages/pt.js'),
  ru: () => import('./languages/ru.js'),
  zh: () => import('./languages/zh.js'),
};

/** Words that are later than this are shown in English until they come. */
const patienceMs = 1000;

const wanted = new Set<string>();
const loaded = new Map<string, SuppliedWords>();
const supplied: { readonly tag: string; readonly words: SuppliedWords }[] = [];
const listeners = new Set<() => void>();
let loading: Promise<unknown> | undefined;
/** Counts the arrivals of words: what was made before one is made again. */
let edition = 0;

/** `room` is the name under which a language has its words, one that comes with the library as well as one a page supplies. */
export function createWordBook<Words extends object>(room: string, english: Words): WordBook<Words> {
  let made = new WeakMap<Language, Words>();
  let madeAt = edition;
  const layer = (words: SuppliedWords | undefined) => ({ ...words?.[room], errors: words?.['errors'] });
  const make = ({ tag, own }: Language): Words => {
    const layers = tagsOf(tag)
      .toReversed()
      .flatMap((part) => [loaded.get(part), ...supplied.filter((entry) => entry.tag === part).map(({ words }) => words)]);
    const all: readonly { readonly errors?: unknown }[] = [english, ...[...layers, own].map(layer)];
    return Object.assign({}, english, ...all, { errors: Object.assign({}, ...all.map(({ errors }) => errors)) });
  };
  return {
    wordsFor(language) {
      if (madeAt !== edition) made = new WeakMap();
      madeAt = edition;
      const words = made.get(language) ?? make(language);
      made.set(language, words);
      return words;
    },
  };
}

/**
 * Loads a language that comes with the library. Resolves when its words have come, have failed, or are too late: then it is English until they
 * come. Undefined where nothing is to be waited for.
 */
export function loadLanguage(lang: string): Promise<unknown> | undefined {
  const tag = tagsOf(lang).find((part) => Object.hasOwn(shipped, part));
  const load = tag === undefined ? undefined : shipped[tag];
  if (tag === undefined || load === undefined) return undefined;
  if (!wanted.has(tag)) {
    wanted.add(tag);
    follow(load().then(({ words }) => loaded.set(tag, words)));
  }
  return loading && Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/** Whether there are words under this tag or a shorter one of it. */
export const isSpoken = (lang: string): boolean => {
  const known: readonly string[] = ['en', ...Object.keys(shipped), ...supplied.map(({ tag }) => tag)];
  return tagsOf(lang).some((tag) => known.includes(tag));
};

/** Calls back after words arrived or were taken away. */
export function onWords(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Puts words over those of a language. Returns its own undo. */
export function supplyWords(lang: string, words: SuppliedWords): () => void {
  const entry = { tag: lang.toLowerCase(), words };
  supplied.push(entry);
  tell();
  return () => {
    const at = supplied.indexOf(entry);
    if (at >= 0) supplied.splice(at, 1);
    tell();
  };
}

function tell(): void {
  edition++;
  for (const listener of listeners) listener();
}

/** One notice for all that arrive together: never half a page in one language and half in another. */
function follow(load: Promise<unknown>): void {
  const all: Promise<unknown> = Promise.allSettled([loading, load]).finally(() => {
    if (loading === all) loading = undefined;
    tell();
  });
  loading = all;
}

/** `zh-Hans-CN` as `['zh-hans-cn', 'zh-hans', 'zh']`. */
function tagsOf(lang: string): string[] {
  const parts = lang.toLowerCase().split('-');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('-'));
}

/** What stands under a tag or, failing that, under a shorter one of it. */
export const nearest = <Words>(byTag: Readonly<Record<string, Words>> = {}, lang: string): Words | undefined =>
  tagsOf(lang)
    .map((tag) => Object.entries(byTag).find(([name]) => name.toLowerCase() === tag)?.[1])
    .find((words) => words !== undefined);

/** Puts values into `{name}` places. */
export const fill = (words: string, values: Readonly<Record<string, string | number>>): string =>
  words.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** A sentence with a count: the form for that number, with the number in its `{count}` place. */
export const fillCount = (forms: Plural, count: number, formats: Formats, values: Readonly<Record<string, string | number>> = {}): string =>
  fill(forms[formats.plural(count)] ?? forms.other, { count: formats.number(count), ...values });
