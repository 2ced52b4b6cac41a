// The <realtime-voice-launcher> element: the pill of a <realtime-voice launcher>, and nothing else until somebody reaches for it. Every visitor of a
// site loads it and few ever open it, so it does without Lit.
import type { RealtimeVoice } from '../realtime-voice.js';
import { launchWords } from '../../shared/launch-words.js';
import { pillCss } from './pill-css.js';
import { pillTokens } from './pill-tokens.js';
import { placementOf } from './placement.js';

/** Signs that it is about to be opened. */
const signs = ['pointerenter', 'pointerdown', 'focusin'] as const;

/** Attributes that are this element's own. */
const kept = new Set(['class', 'dir', 'exportparts', 'hidden', 'id', 'lang', 'open', 'part', 'slot', 'style']);

/** A server that renders the page has no elements: there it is only a name. */
export const ServerSafeElement = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/**
 * A pill that opens a spoken conversation, and loads it only then. It takes every attribute and slot of `<realtime-voice launcher>` and gives its
 * events; what that has as properties and methods is on `voice`.
 *
 * @tagname realtime-voice-launcher
 * @attr launcher - What the pill says.
 * @attr placement - Where it is: `top` or `bottom`, `-`, and `start`, `center` or `end`. Default `bottom-end`.
 * @attr open - The panel is open.
 * @slot avatar - In place of the pill's round mark.
 * @slot launcher - In place of all that the pill shows.
 */
export class RealtimeVoiceLauncher extends ServerSafeElement {
  static readonly observedAttributes = ['launcher', 'open', 'placement'];

  #voice: RealtimeVoice | undefined;
  #pill: Pill | undefined;
  #loading: Promise<unknown> | undefined;
  #observer: MutationObserver | undefined;

  /** The conversation's element. Properties may be set on it at any time; its methods are there once it was opened. */
  get voice(): RealtimeVoice {
    return (this.#voice ??= document.createElement('realtime-voice'));
  }

  /** The panel is open. */
  get open(): boolean {
    return this.hasAttribute('open');
  }

  set open(open: boolean) {
    this.toggleAttribute('open', open);
  }

  /** Opens the panel; the focus moves in. */
  openPanel(): void {
    this.open = true;
  }

  /** Closes it; a call goes on. */
  closePanel(): void {
    this.open = false;
  }

  /** Opens or closes it. */
  toggle(): void {
    this.open = !this.open;
  }

  connectedCallback(): void {
    this.#takeEarly();
    if (this.shadowRoot === null) this.#draw(this.attachShadow({ mode: 'open', delegatesFocus: true }));
    for (const sign of signs) this.addEventListener(sign, this.#onSign, { passive: true });
    this.addEventListener('voice-open', this.#onPanel);
    this.addEventListener('voice-close', this.#onPanel);
    this.#observer = new MutationObserver(this.#follow);
    this.#observer.observe(this, { attributes: true, childList: true });
    this.#observer.observe(document.documentElement, { attributeFilter: ['lang'] });
    this.#follow();
    if (this.open) this.#put(false);
  }

  disconnectedCallback(): void {
    for (const sign of signs) this.removeEventListener(sign, this.#onSign);
    this.removeEventListener('voice-open', this.#onPanel);
    this.removeEventListener('voice-close', this.#onPanel);
    this.#observer?.disconnect();
  }

  attributeChangedCallback(name: string): void {
    if (this.#pill === undefined || !this.isConnected) return;
    if (name === 'open') this.#put(true);
    this.#follow();
  }

  /** A property that was set before there was a class for it hides the one that the class has. */
  #takeEarly(): void {
    const early: unknown = Object.hasOwn(this, 'open') ? Reflect.get(this, 'open') : undefined;
    if (early === undefined) return;
    Reflect.deleteProperty(this, 'open');
    this.open = early === true;
  }

  #draw(root: ShadowRoot): void {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(pillTokens + pillCss);
    root.adoptedStyleSheets = [sheet];
    this.#pill = drawPill(() => this.toggle());
    root.append(this.#pill.corner);
  }

  /** Shows the conversation as open as this is. */
  #put(movesFocus: boolean): void {
    if (!this.open && this.#loading === undefined) return;
    this.#load()
      .then(() => {
        if (movesFocus && this.open && this.#pill?.corner.isConnected)
          this.addEventListener('voice-open', () => this.voice.focus(), { once: true });
        this.voice.open = this.open;
      })
      .catch((cause: unknown) => {
        this.open = false;
        reportError(cause);
      });
  }

  /** The element, its launcher and its conversation, side by side. What fails is tried again by the next press. */
  #load(): Promise<unknown> {
    return (this.#loading ??= import('./open-parts.js')
      .then(({ loadOpenParts }) => loadOpenParts())
      .then(
        () => this.shadowRoot?.append(this.voice),
        (cause: unknown) => {
          this.#loading = undefined;
          throw cause;
        },
      ));
  }

  readonly #onSign = (): void => {
    this.#load().catch(() => undefined);
  };

  /** From the first time on the conversation has a pill of its own, in the same place. */
  readonly #onPanel = (): void => {
    this.open = this.voice.open;
    this.#pill?.corner.remove();
  };

  /** Says what the pill is to say, and gives the conversation what this has: its attributes, and places for what stands in its slots. */
  readonly #follow = (): void => {
    const { voice } = this;
    const label = this.getAttribute('launcher') || wordsFor(this);
    this.#pill?.show(label, placementOf(this.getAttribute('placement')), this.open);
    for (const { name } of Array.from(voice.attributes)) if (name !== 'open' && !this.hasAttribute(name)) voice.removeAttribute(name);
    for (const { name, value } of this.attributes) if (!kept.has(name)) voice.setAttribute(name, value);
    if (!voice.hasAttribute('launcher')) voice.setAttribute('launcher', '');
    const names = new Set([...this.children].map(({ slot }) => slot).filter((name) => name !== ''));
    const known = [...voice.children].map(({ slot }) => slot);
    if (known.join() !== [...names].join())
      voice.replaceChildren(...[...names].map((name) => Object.assign(document.createElement('slot'), { name, slot: name })));
  };
}

interface Pill {
  readonly corner: HTMLElement;
  show(label: string, placement: string, open: boolean): void;
}

/** As `pillView` draws it where there is nothing but a label. */
function drawPill(toggle: () => void): Pill {
  const make = (name: string, className: string, ...children: readonly Node[]) => {
    const element = Object.assign(document.createElement(name), { className });
    element.append(...children);
    return element;
  };
  const slot = (name: string, ...fallback: readonly Node[]) => {
    const element = Object.assign(document.createElement('slot'), { name });
    element.append(...fallback);
    return element;
  };
  const mark = make('span', 'mark', ...['', '', ''].map((each) => make('i', each)));
  const words = make('span', 'tabular');
  const opener = make('button', 'opener', slot('launcher', slot('avatar', mark), words));
  const pill = make('div', 'pill', opener);
  opener.part.add('launcher');
  mark.ariaHidden = 'true';
  pill.part.add('pill');
  opener.addEventListener('click', toggle);
  const corner = make('div', 'corner', pill);
  return {
    corner,
    show(label, placement, open) {
      words.textContent = label;
      opener.ariaExpanded = String(open);
      corner.className = `corner ${placement}`;
    },
  };
}

/** In the language of the page, else of the browser. */
function wordsFor(element: Element): string {
  const isSaid = element.closest('[lang]') !== null || document.documentElement.lang !== '';
  const found = Object.entries(launchWords).find(([tag]) =>
    isSaid ? element.matches(`:lang(${tag})`) : navigator.language.startsWith(tag),
  );
  return found?.[1] ?? launchWords.en;
}
