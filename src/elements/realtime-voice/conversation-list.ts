// The conversations that are kept of the element's user, and which of them it goes on with.
import { VoxreelError } from '../../core/errors.js';
import type { RealtimeSession } from '../../core/realtime/session/realtime-session.js';
import type { AccountStorage } from '../../core/account/account-storage.js';
import { createConversations, type Conversations } from '../../core/realtime/history/conversations.js';
import type { ConversationSummary } from '../../core/realtime/history/conversation-summary.js';
import { persistenceOf } from '../shared/persistence.js';
import { accountConversations, conversationStorage, keptConversations, sessionOptionsOf } from './session-config.js';
import type { VoiceElement } from './voice-element.js';

export interface ListSubject {
  readonly control: { readonly session: RealtimeSession | undefined; readonly isOwn: boolean };
  /** As a session's `conversation`. */
  readonly renew: (conversation: string) => void;
  /** The model to talk with where the page names none. */
  readonly model: () => string | undefined;
}

export class ConversationList {
  readonly #element: VoiceElement;
  readonly #subject: ListSubject;

  constructor(element: VoiceElement, subject: ListSubject) {
    this.#element = element;
    this.#subject = subject;
  }

  get isKept(): boolean {
    return this.#subject.control.isOwn && persistenceOf(this.#element.persist, 'none') !== 'none';
  }

  /** The id of the one on the page; undefined while nothing of it is kept. */
  get current(): string | undefined {
    return this.#subject.control.session?.conversation;
  }

  async all(search = ''): Promise<readonly ConversationSummary[]> {
    return this.isKept ? this.kept.list({ search }) : [];
  }

  async begin(): Promise<void> {
    if (!this.#subject.control.isOwn) throw ofThePage();
    this.#subject.renew('new');
  }

  async open(id: string): Promise<void> {
    if (!this.isKept) throw ofThePage();
    if (id === this.current) return;
    this.#subject.renew(id);
    const { session } = this.#subject.control;
    await session?.ready;
    if (session?.conversation !== id) throw await this.#reason(id);
  }

  /** The one on the page makes way for a new one first. */
  async remove(id: string): Promise<void> {
    if (id === this.current) await this.begin();
    await this.kept.remove(id);
  }

  /** Of who is signed in, where they keep their conversations in an account. */
  get account(): AccountStorage | undefined {
    return this.isKept ? accountConversations(this.#element) : undefined;
  }

  get kept(): Conversations {
    const { baseUrl, model, agent, user } = sessionOptionsOf(this.#element, this.#subject.model());
    return createConversations({ storage: conversationStorage(this.#element) ?? keptConversations(), baseUrl, model, agent, user });
  }

  async #reason(id: string): Promise<VoxreelError> {
    const isThere = (await this.kept.list()).some((one) => one.id === id);
    return isThere
      ? new VoxreelError('conversation_open', 'This conversation is open on another page. Close it there first.', { param: 'id' })
      : new VoxreelError('not_found', 'There is no such conversation.', { param: 'id' });
  }
}

const ofThePage = () =>
  new VoxreelError('unsupported', 'The element keeps no conversations of its own here: set persist to local or account, and no session.');
