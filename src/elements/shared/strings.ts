// Chooses the words for a language: English at once, others as they load or as the page supplies them. Knows no words itself.

/** Words of one kind, in English or in part in another language. Missing words stay English. */
export interface WordBook<Words extends object> {
  /** The best words known now for a BCP 47 tag (`zh-Hans-CN`, then `zh-Hans`, then `zh`, then English). */
  wordsFor(lang: string): Words;
  /** Supplies words of a language, over what is there. Returns its own undo. */
  use(lang: string, words: Partial<Words>): () => void;
  /** Loads a language that is not here yet. True when that brought new words. */
  load(lang: string): Promise<boolean>;
}

export function createWordBook<Words extends object>(
  english: Words,
  lazy: Readonly<Record<string, () => Promise<Partial<Words>>>> = {},
): WordBook<Words> {
  const known: { readonly tag: string; readonly words: Partial<Words> }[] = [];
  const made = new Map<string, Words>();
  const use = (lang: string, words: Partial<Words>) => {
    const entry = { tag: lang.toLowerCase(), words };
    known.push(entry);
    made.clear();
    return () => {
      const at = known.indexOf(entry);
      if (at >= 0) known.splice(at, 1);
      made.clear();
    };
  };
  const make = (lang: string): Words => {
    const layers = tagsOf(lang)
      .toReversed()
      .flatMap((tag) => known.filter((entry) => entry.tag === tag));
    const words = { ...english };
    for (const layer of layers) Object.assign(words, layer.words);
    return words;
  };
  return {
    use,
    wordsFor(lang) {
      const words = made.get(lang) ?? make(lang);
      made.set(lang, words);
      return words;
    },
    async load(lang) {
      const tag = tagsOf(lang).find((candidate) => lazy[candidate] !== undefined);
      const load = tag === undefined ? undefined : lazy[tag];
      if (tag === undefined || load === undefined || known.some((entry) => entry.tag === tag)) return false;
      const words = await load();
      if (known.some((entry) => entry.tag === tag)) return false;
      use(tag, words);
      return true;
    },
  };
}

/** `zh-Hans-CN` as `['zh-hans-cn', 'zh-hans', 'zh']`. */
function tagsOf(lang: string): string[] {
  const parts = lang.toLowerCase().split('-');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('-'));
}

/** The language in force at an element: its own `lang`, else the nearest one above it, else the browser's. */
export function languageOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const lang = at.getAttribute('lang');
    if (lang) return lang;
  }
  return globalThis.navigator?.language || 'en';
}

function parentOf(element: Element): Element | null {
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** Puts values into `{name}` places. */
export const fill = (words: string, values: Readonly<Record<string, string | number>>): string =>
  words.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
