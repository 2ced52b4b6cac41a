// What `launcher` makes of <realtime-voice>: a pill in a corner of the screen, and a panel that it opens. Loaded where the attribute stands.
import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';

import { chevronIcon } from '../../shared/icons.js';
import { languageOf } from '../../shared/language-controller.js';
import { fillCount } from '../../shared/strings.js';
import type { ConversationLoader } from '../conversation-loader.js';
import { VoiceCloseEvent, VoiceOpenEvent, type VoiceMessageEvent } from '../events.js';
import { realtimeVoiceView, type RealtimeVoiceView } from '../realtime-voice-view.js';
import type { VoiceElement } from '../voice-element.js';
import { compactView } from './compact-view.js';
import { launcherStyles, narrowScreen } from './launcher.styles.js';
import { launcherWords } from './launcher-words.js';
import { pillCss } from './pill-css.js';
import { pillView } from './pill-view.js';
import { placementOf, variantOf } from './placement.js';

let pillSheet: CSSStyleSheet | undefined;
const pillStyles = {
  get styleSheet() {
    if (pillSheet === undefined) (pillSheet = new CSSStyleSheet()).replaceSync(pillCss);
    return pillSheet;
  },
};

export const styles = [pillStyles, launcherStyles];

/** How often the mark asks whether something sounds, and what is loud enough. */
const soundEveryMs = 150;
const audible = 0.012;

interface LauncherElement extends VoiceElement {
  toggle(): void;
  closePanel(): void;
  disconnect(): void;
}

export class Launcher implements ReactiveController {
  readonly #element: LauncherElement;
  readonly #loader: Pick<ConversationLoader, 'conversation' | 'load' | 'prefetch'>;
  readonly #corner = createRef<HTMLElement>();
  readonly #dialog = createRef<HTMLDialogElement>();
  readonly #narrow = matchMedia(narrowScreen);
  /** Answers that came while nobody could see them. */
  #unread = 0;
  /** What had the focus as the panel was opened: it comes back there. */
  #opener: HTMLElement | undefined;
  /** A panel that is open from the start takes nobody's focus. */
  #isShown = false;
  #sounding: ReturnType<typeof setInterval> | undefined;

  constructor(element: LauncherElement, loader: Pick<ConversationLoader, 'conversation' | 'load' | 'prefetch'>) {
    this.#element = element;
    this.#loader = loader;
    element.addController(this);
  }

  hostConnected(): void {
    this.#element.addEventListener('voice-message', this.#onMessage);
    this.#narrow.addEventListener('change', this.#onScreen);
    visualViewport?.addEventListener('resize', this.#fit);
    visualViewport?.addEventListener('scroll', this.#fit);
  }

  hostDisconnected(): void {
    this.#element.removeEventListener('voice-message', this.#onMessage);
    this.#narrow.removeEventListener('change', this.#onScreen);
    visualViewport?.removeEventListener('resize', this.#fit);
    visualViewport?.removeEventListener('scroll', this.#fit);
    this.#listen(false);
  }

  hostUpdated(): void {
    const dialog = this.#dialog.value;
    if (dialog === undefined || !this.#element.isConnected) return;
    const { open } = this.#element;
    if (open && !dialog.open) this.#show(dialog);
    else if (!open && dialog.open) this.#hide(dialog);
    else if (open && dialog.matches(':modal') !== this.#covers) this.#reshow(dialog);
    this.#isShown = true;
    this.#fit();
    this.#listen(this.#loader.conversation?.up ?? false);
  }

  render(view: RealtimeVoiceView): TemplateResult {
    const { placement, variant, open } = this.#element;
    const kind = variantOf(variant);
    const isCompact = kind === 'compact';
    const inPlace = open && (isCompact || this.#covers);
    return html`<div class="corner ${placementOf(placement)} as-${kind} ${this.#covers ? 'covers' : ''}" ${ref(this.#corner)}>
      <dialog
        class="panel"
        part="panel"
        aria-label=${view.words.label}
        ${ref(this.#dialog)}
        @keydown=${this.#onKeyDown}
        @cancel=${this.#onCancel}
      >
        ${isCompact ? compactView({ ...view, wayOut: this.#wayOut() }) : this.#panel(view)}
      </dialog>
      ${inPlace ? nothing : this.#pill(view)}
    </div>`;
  }

  /** The panel is the screen. */
  get #covers(): boolean {
    const variant = variantOf(this.#element.variant);
    return variant === 'full' || (variant === 'panel' && this.#narrow.matches);
  }

  #panel(view: RealtimeVoiceView): TemplateResult {
    const wayOut = this.#wayOut();
    // On a phone it is where a thumb is.
    const way = this.#narrow.matches ? { dock: { ...view.dock, wayOut } } : { wayOut };
    return realtimeVoiceView({ ...view, ...way, discloses: true });
  }

  #wayOut(): TemplateResult {
    const { minimize } = launcherWords.wordsFor(languageOf(this.#element));
    return html`<button
      type="button"
      class="button quiet round way-out"
      aria-label=${minimize}
      title=${minimize}
      @click=${() => this.#element.closePanel()}
    >
      ${chevronIcon}
    </button>`;
  }

  #pill({ words, status, clock, disclosure, language, direction }: RealtimeVoiceView): TemplateResult {
    const { launcher, open } = this.#element;
    const { conversation } = this.#loader;
    const spoken = languageOf(this.#element);
    const { launch, unread, end } = launcherWords.wordsFor(spoken);
    const isNamed = typeof launcher === 'string' && launcher !== '';
    const inCall = conversation?.up ?? false;
    const count = this.#unread;
    const waits = count > 0 && !open;
    return pillView({
      label: isNamed ? launcher : launch,
      now: inCall
        ? clock === undefined
          ? words[status]
          : open
            ? `${conversation?.name}, ${clock}`
            : clock
        : waits
          ? conversation?.name
          : undefined,
      unread: waits ? { count: spoken.formats.number(count), words: fillCount(unread, count, spoken.formats) } : undefined,
      inCall,
      open,
      disclosure: isNamed ? disclosure : undefined,
      end: inCall && !open ? { label: end, name: words.hangUp, act: () => this.#element.disconnect() } : undefined,
      language,
      direction,
      toggle: () => this.#element.toggle(),
    });
  }

  #show(dialog: HTMLDialogElement): void {
    this.#unread = 0;
    // What fails is on the page.
    this.#loader
      .load()
      .then(() => this.#loader.prefetch())
      .catch(() => undefined);
    this.#opener = this.#root.activeElement === null ? focusedAround(this.#element) : undefined;
    this.#put(dialog);
    // Over the whole screen it is all there is.
    if (this.#isShown || this.#covers) this.#element.focus();
    this.#element.dispatchEvent(new VoiceOpenEvent());
    this.#element.requestUpdate();
  }

  #hide(dialog: HTMLDialogElement): void {
    const hadFocus = dialog.contains(this.#root.activeElement);
    dialog.close();
    const back = this.#opener?.isConnected ? this.#opener : this.#root.querySelector<HTMLElement>('.opener');
    if (hadFocus) back?.focus();
    this.#element.dispatchEvent(new VoiceCloseEvent());
  }

  /** The screen has become narrow, or wide. */
  #reshow(dialog: HTMLDialogElement): void {
    const { activeElement } = this.#root;
    dialog.close();
    this.#put(dialog);
    if (activeElement instanceof HTMLElement) activeElement.focus();
  }

  #put(dialog: HTMLDialogElement): void {
    if (this.#covers) dialog.showModal();
    // `show()` would move the focus to whatever comes first.
    else dialog.open = true;
  }

  get #root(): ShadowRoot {
    const { renderRoot } = this.#element;
    if (!(renderRoot instanceof ShadowRoot)) throw new TypeError('A launcher needs a shadow root.');
    return renderRoot;
  }

  /** The mark moves while something sounds, and only then. */
  #listen(isOn: boolean): void {
    if (!isOn) {
      clearInterval(this.#sounding);
      this.#sounding = undefined;
    } else this.#sounding ??= setInterval(this.#showSound, soundEveryMs);
    if (!isOn) this.#corner.value?.removeAttribute('data-sounds');
  }

  readonly #showSound = (): void => {
    const { microphone = 0, speaker = 0 } = this.#loader.conversation?.control.session?.levels ?? {};
    this.#corner.value?.toggleAttribute('data-sounds', Math.max(microphone, speaker) > audible);
  };

  /** What an on-screen keyboard takes of the screen. A page that was made larger by two fingers has none. */
  readonly #fit = (): void => {
    if (visualViewport === null) return;
    const { scale, height, offsetTop } = visualViewport;
    const keyboard = scale > 1 ? 0 : Math.max(0, document.documentElement.clientHeight - height - offsetTop);
    this.#corner.value?.style.setProperty('--_keyboard', `${Math.round(keyboard)}px`);
  };

  readonly #onScreen = (): void => this.#element.requestUpdate();

  readonly #onMessage = ({ message }: VoiceMessageEvent): void => {
    if (this.#element.open || message.role === 'user') return;
    this.#unread += 1;
    this.#element.requestUpdate();
  };

  /** What lies over the conversation is closed first. */
  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || this.#loader.conversation?.sheets.name !== undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#element.closePanel();
  };

  /** A phone's own way back. */
  readonly #onCancel = (event: Event): void => {
    if (event.target !== this.#dialog.value) return;
    event.preventDefault();
    const sheets = this.#loader.conversation?.sheets;
    if (sheets?.name === undefined) this.#element.closePanel();
    else sheets.close();
  };
}

/** What has the focus outside of an element, in the nearest tree that has it. */
function focusedAround(element: Element): HTMLElement | undefined {
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return undefined;
  const { activeElement } = root;
  if (activeElement instanceof HTMLElement && activeElement !== document.body) return activeElement;
  return root instanceof ShadowRoot ? focusedAround(root.host) : undefined;
}
