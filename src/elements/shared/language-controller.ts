// The language in force at an element: found on the page, followed as it changes, its words waited for.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import { formatsFor } from './formats.js';
import { isSpoken, loadLanguage, onWords, type Language } from './strings.js';

type Host = ReactiveControllerHost & Element & { readonly words?: Language['own'] };

const languages = new WeakMap<Element, LanguageController>();

/** The language of one of our elements, for the parts of it. */
export const languageOf = (element: Element): Language => languages.get(element)?.language ?? english;

const languageFor = (tag: string, own?: Language['own']): Language => ({
  tag,
  own,
  direction: /^(ar|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)\b/i.test(tag) ? 'rtl' : 'ltr',
  formats: formatsFor(tag),
});
const english = /* @__PURE__ */ languageFor('en');

/**
 * The page's `lang` is read from the element outwards, through shadow roots, and followed live. The direction is that of the language, unless
 * a `dir` stands as near: then it is the page's, and `dir` here is undefined. Render `lang` and `dir` on what holds the words.
 */
export class LanguageController implements ReactiveController {
  language: Language = english;
  dir: 'ltr' | 'rtl' | undefined;
  /** Awaited before the first rendering: undefined where no word is on its way. */
  ready: Promise<unknown> | undefined;
  readonly #host: Host;
  #observer: MutationObserver | undefined;
  #undo: (() => void) | undefined;

  constructor(host: Host) {
    this.#host = host;
    languages.set(host, this);
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer = new MutationObserver(this.#follow);
    for (let at: Node | undefined = this.#host; at !== undefined; at = at instanceof ShadowRoot ? at.host : undefined) {
      at = at.getRootNode();
      this.#observer.observe(at, { attributeFilter: ['lang', 'dir'], subtree: true });
    }
    this.#undo = onWords(this.#follow);
    this.#follow();
  }

  hostUpdate(): void {
    if (this.#host.words !== this.language.own) this.#follow();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#undo?.();
  }

  readonly #follow = (): void => {
    const { lang, dir } = declaredAt(this.#host);
    const own = this.#host.words;
    const tag = own !== undefined || isSpoken(lang) ? lang : 'en';
    const same = tag === this.language.tag && own === this.language.own;
    const next = same ? this.language : languageFor(tag, own);
    const show = (): Promise<unknown> | undefined => {
      // Another language was asked for meanwhile, or more words of this one: the first rendering waits for those too.
      if (this.ready !== ready) return this.ready;
      this.ready = undefined;
      this.language = next;
      this.dir = dir ? undefined : next.direction;
      this.#host.requestUpdate();
      return undefined;
    };
    const words = loadLanguage(tag);
    const ready = words?.then(show);
    this.ready = ready;
    if (words === undefined) void show();
  };
}

/** The nearest `lang`, else the browser's; and whether a `dir` stands as near. */
function declaredAt(element: Element): { readonly lang: string; readonly dir: boolean } {
  let dir = false;
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    dir ||= at.hasAttribute('dir');
    const lang = at.getAttribute('lang');
    if (lang) return { lang, dir };
  }
  return { lang: navigator.language || 'en', dir };
}

function parentOf(element: Element): Element | null {
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
