// Fetches the half that holds a conversation: as soon as a person reaches for the element, or the page asks.
import type { ReactiveController } from 'lit';

import { VoxreelError } from '../../core/errors.js';
import type { RealtimeSession } from '../../core/realtime/session/realtime-session.js';
import { askForModels, type AskedModels } from '../shared/ask-for-models.js';
import { persistenceOf } from '../shared/persistence.js';
import { whenIdle } from '../shared/when-idle.js';
import { adoptStyles } from './adopt-styles.js';
import type { ConversationController } from './conversation-controller.js';
import { VoiceErrorEvent } from './events.js';
import { isLauncher } from './launcher/is-launcher.js';
import { loadTalkParts } from './talk-parts.js';
import type { VoiceElement } from './voice-element.js';

type ConversationModule = Awaited<ReturnType<typeof loadTalkParts>>;

/** Signs that a press is near: by the time it comes, the code is there and the press still counts as a gesture. */
const signs = ['pointerenter', 'pointerdown', 'focusin'] as const;

export class ConversationLoader implements ReactiveController {
  conversation: ConversationController | undefined;
  /** True after a part could not be fetched. */
  failed = false;
  readonly #element: VoiceElement;
  #loading: Promise<ConversationController> | undefined;
  /** What was given before there was anything to take it. */
  #given: RealtimeSession | undefined;
  #context: unknown;
  #parts: ConversationModule | undefined;
  /** Whose models were asked for, and what is answered. */
  #models: AskedModels | undefined;

  constructor(element: VoiceElement) {
    this.#element = element;
    element.addController(this);
  }

  get session(): RealtimeSession | undefined {
    return this.conversation === undefined ? this.#given : this.conversation.control.session;
  }

  set session(session: RealtimeSession | undefined) {
    this.#given = session;
    if (this.conversation !== undefined) this.conversation.control.session = session;
    else if (session !== undefined) void this.load().catch(ignored);
  }

  set context(context: unknown) {
    this.#context = context;
    this.conversation?.control.tell(context);
  }

  hostConnected(): void {
    for (const sign of signs) this.#element.addEventListener(sign, this.#onSign, { passive: true });
    // Nobody may ever open a launcher.
    if (!isLauncher(this.#element.launcher)) whenIdle(() => void this.prefetch().catch(ignored));
    // What is kept is shown before anybody acts.
    if (persistenceOf(this.#element.persist, 'none') !== 'none') this.#onSign();
  }

  hostDisconnected(): void {
    for (const sign of signs) this.#element.removeEventListener(sign, this.#onSign);
  }

  /** Rejects with `not_loaded`, and shows it; a later call tries again. */
  load(): Promise<ConversationController> {
    this.#loading ??= this.#fetch();
    return this.#loading;
  }

  /** `connects`: it may end in a call. */
  async with<Result>(action: (conversation: ConversationController) => Result, connects = false): Promise<Awaited<Result>> {
    if (connects) this.#askForModels();
    return await action(this.conversation ?? (await this.load()));
  }

  /** What a call needs to know first is on its way beside the code that reads it. */
  #askForModels(): void {
    const { consent, dialect, getToken } = this.#element;
    if ((this.#parts ?? this.#models ?? this.#given ?? consent ?? dialect ?? getToken) !== undefined) return;
    this.#models = askForModels(this.#element);
  }

  fail(cause: unknown): VoxreelError {
    const error = new VoxreelError('not_loaded', 'A part of the element could not be loaded.', { retryable: true, cause });
    this.failed = true;
    this.#element.dispatchEvent(new VoiceErrorEvent(error));
    this.#element.requestUpdate();
    return error;
  }

  forgive(): void {
    this.failed = false;
    this.#element.requestUpdate();
  }

  /** Fetches what a conversation needs, to be there when it begins. */
  async prefetch(): Promise<void> {
    const { prefetch } = await this.#loadParts();
    await prefetch(this.#element);
  }

  async #loadParts(): Promise<ConversationModule> {
    this.#parts = await loadTalkParts();
    if (this.#models !== undefined) this.#parts.takeModels(...this.#models);
    this.#models = undefined;
    return this.#parts;
  }

  async #fetch(): Promise<ConversationController> {
    this.failed = false;
    try {
      const module = await this.#loadParts();
      const conversation = new module.ConversationController(this.#element);
      adoptStyles(this.#element, module.styles);
      if (this.#given !== undefined) conversation.control.session = this.#given;
      if (this.#context !== undefined) conversation.control.tell(this.#context);
      this.conversation = conversation;
      for (const sign of signs) this.#element.removeEventListener(sign, this.#onSign);
      this.#element.requestUpdate();
      return conversation;
    } catch (cause) {
      // An answer from before a failure is too old for the next try, and one that nobody reads holds its connection.
      this.#models?.[1].then(({ body }) => body?.cancel()).catch(ignored);
      this.#loading = this.#models = undefined;
      throw this.fail(cause);
    }
  }

  readonly #onSign = (): void => {
    if (!this.failed) this.load().catch(ignored);
  };
}

/** It is on the page, with a button to try again. */
function ignored(): void {}
