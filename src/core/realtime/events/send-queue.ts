// What waits to be sent or to be acknowledged: new items and requests for an answer, in order, across reconnections.
import type { ClientEvent, ServerEvent } from '../../dialects/dialect.js';

export type ItemCreate = Extract<ClientEvent, { type: 'conversation.item.create' }>;
export type ResponseCreate = Extract<ClientEvent, { type: 'response.create' }>;
/** What is kept until a server has acknowledged it. */
export type PendingEvent = ItemCreate | ResponseCreate;

interface Entry {
  readonly event: PendingEvent;
  sent: boolean;
}

const alreadyActive = 'conversation_already_has_active_response';

export class SendQueue {
  readonly #send: (event: ClientEvent) => boolean;
  #entries: Entry[] = [];
  #holds = 0;
  /** From `response.created` to `response.done`. */
  #isAnswering = false;
  #request: ResponseCreate | undefined;
  /** The server has an answer under way that no event announced. */
  #isBlocked = false;

  /** `send` gives false when there is no wire to send on; it may throw when the event can never be sent. */
  constructor(send: (event: ClientEvent) => boolean) {
    this.#send = send;
  }

  /** An answer is asked for or being made. */
  get responding(): boolean {
    return this.#isAnswering || this.#asked() !== undefined;
  }

  /** Nothing waits and nothing is being answered. */
  get idle(): boolean {
    return this.#entries.length === 0 && !this.#isAnswering;
  }

  /** What is not acknowledged, in order. */
  get pending(): readonly PendingEvent[] {
    return this.#entries.map(({ event }) => event);
  }

  /** The request that the answer came from which is being made, or was cut off by the loss of the wire; undefined when the server began it. */
  get request(): ResponseCreate | undefined {
    return this.#request;
  }

  /** Keeps an item or a request for an answer until the server has acknowledged it. */
  add(event: PendingEvent): void {
    const isPlain = event.type === 'response.create' && event.response === undefined;
    // Two unsent plain requests in a row would say the same thing twice.
    if (isPlain && this.#entries.some((entry) => !entry.sent && isRequest(entry) && !('response' in entry.event))) return;
    this.#entries.push({ event, sent: false });
    this.flush();
  }

  /** Sends what can be sent now. */
  flush(): void {
    if (this.#holds > 0) return;
    for (const entry of Array.from(this.#entries)) {
      if (entry.sent || (isRequest(entry) && (this.#isAnswering || this.#isBlocked || this.#asked() !== undefined))) continue;
      try {
        // Before sending: a wire without a network answers before `send` returns.
        entry.sent = true;
        if (this.#send(entry.event)) continue;
        entry.sent = false;
        return;
      } catch (error) {
        this.#remove(entry);
        throw error;
      }
    }
  }

  /** Nothing is sent until the undo is called: the truncation of what was heard goes first. */
  hold(): () => void {
    this.#holds++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds--;
      this.flush();
    };
  }

  observe(event: ServerEvent): void {
    if (event.type === 'conversation.item.created') this.#acknowledged(event.item?.id);
    else if (event.type === 'response.created') this.#answering();
    else if (event.type === 'response.done') this.#answered();
    else if (event.type === 'error') this.#refused(event.error?.event_id, event.error?.code);
    else return;
    this.flush();
  }

  /** The wire is gone: what was not acknowledged is sent again on the next one. */
  lost(): void {
    for (const entry of this.#entries) entry.sent = false;
    this.#isAnswering = this.#isBlocked = false;
  }

  /** Takes back requests for an answer that were not sent. */
  withdraw(): void {
    this.#entries = this.#entries.filter((entry) => entry.sent || !isRequest(entry));
  }

  #asked(): Entry | undefined {
    return this.#entries.find((entry) => entry.sent && isRequest(entry));
  }

  #remove(entry: Entry | undefined): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
  }

  #acknowledged(itemId: string | undefined): void {
    if (itemId !== undefined) this.#remove(this.#entries.find(({ event }) => itemIdOf(event) === itemId));
  }

  #answering(): void {
    const entry = this.#asked();
    this.#request = entry?.event.type === 'response.create' ? entry.event : undefined;
    this.#remove(entry);
    this.#isAnswering = true;
  }

  #answered(): void {
    this.#isAnswering = this.#isBlocked = false;
    this.#request = undefined;
  }

  #refused(eventId: unknown, code: unknown): void {
    const entry = this.#entries.find((one) => one.event.event_id === eventId) ?? (code === alreadyActive ? this.#asked() : undefined);
    if (entry === undefined) return;
    if (code !== alreadyActive) return this.#remove(entry);
    entry.sent = false;
    this.#isBlocked = !this.#isAnswering;
  }
}

const isRequest = ({ event }: Entry): boolean => event.type === 'response.create';
const itemIdOf = (event: PendingEvent): string | undefined => (event.type === 'conversation.item.create' ? event.item.id : undefined);
