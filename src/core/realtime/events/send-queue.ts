// What waits to be sent or to be acknowledged: new items and requests for an answer, in order, across reconnections. Knows no wire and no audio.
import type { ClientEvent, ServerEvent } from '../../dialects/dialect.js';

export interface Outbox {
  /** Keeps an item or a request for an answer until the server has acknowledged it. */
  add(event: ItemCreate | ResponseCreate): void;
  /** Sends what can be sent now. */
  flush(): void;
  /** Nothing is sent until the undo is called: the truncation of what was heard goes first. */
  hold(): () => void;
  observe(event: ServerEvent): void;
  /** The wire is gone: what was not acknowledged is sent again on the next one. */
  lost(): void;
  /** Takes back requests for an answer that were not sent. */
  withdraw(): void;
  /** An answer is asked for or being made. */
  readonly responding: boolean;
  /** Nothing waits and nothing is being answered. */
  readonly idle: boolean;
  /** What is not acknowledged, in order. */
  readonly pending: readonly (ItemCreate | ResponseCreate)[];
  /** The request that the answer being made came from; undefined when the server began it. */
  readonly request: ResponseCreate | undefined;
}

export type ItemCreate = Extract<ClientEvent, { type: 'conversation.item.create' }>;
export type ResponseCreate = Extract<ClientEvent, { type: 'response.create' }>;

interface Entry {
  readonly event: ItemCreate | ResponseCreate;
  sent: boolean;
}

const alreadyActive = 'conversation_already_has_active_response';

/** `send` gives false when there is no wire to send on; it may throw when the event can never be sent. */
export function createOutbox(send: (event: ClientEvent) => boolean): Outbox {
  let entries: Entry[] = [];
  let holds = 0;
  /** From `response.created` to `response.done`. */
  let active: { readonly id: string | undefined; readonly request: ResponseCreate | undefined } | undefined;
  /** The server has an answer under way that we were not told of. */
  let blocked = false;

  const isRequest = ({ event }: Entry) => event.type === 'response.create';
  const asked = () => entries.find((entry) => entry.sent && isRequest(entry));
  const remove = (entry: Entry | undefined) => {
    entries = entries.filter((other) => other !== entry);
  };

  const flush = () => {
    if (holds > 0) return;
    for (const entry of [...entries]) {
      if (entry.sent || (isRequest(entry) && (active !== undefined || blocked || asked() !== undefined))) continue;
      try {
        // Before sending: a wire without a network answers before `send` returns.
        entry.sent = true;
        if (send(entry.event)) continue;
        entry.sent = false;
        return;
      } catch (error) {
        remove(entry);
        throw error;
      }
    }
  };

  const refused = (eventId: unknown, code: unknown) => {
    const entry = entries.find((one) => one.event.event_id === eventId) ?? (code === alreadyActive ? asked() : undefined);
    if (entry === undefined) return;
    if (code !== alreadyActive) return remove(entry);
    entry.sent = false;
    blocked = active === undefined;
  };

  const observers: Record<string, (event: ServerEvent) => void> = {
    'conversation.item.created': (event) => {
      const id = event.type === 'conversation.item.created' ? event.item?.id : undefined;
      if (id !== undefined) remove(entries.find((entry) => itemIdOf(entry) === id));
    },
    'response.created': (event) => {
      const entry = asked();
      const request = entry?.event.type === 'response.create' ? entry.event : undefined;
      remove(entry);
      active = { id: event.type === 'response.created' ? event.response?.id : undefined, request };
    },
    'response.done': () => {
      active = undefined;
      blocked = false;
    },
    error: (event) => {
      if (event.type === 'error') refused(event.error?.event_id, event.error?.code);
    },
  };

  return {
    add(event) {
      const plain = event.type === 'response.create' && event.response === undefined;
      // Two unsent plain requests in a row would say the same thing twice.
      if (plain && entries.some((entry) => !entry.sent && isRequest(entry) && !('response' in entry.event))) return;
      entries.push({ event, sent: false });
      flush();
    },
    flush,
    hold() {
      holds++;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        holds--;
        flush();
      };
    },
    observe(event) {
      const observer = observers[event.type];
      if (observer === undefined) return;
      observer(event);
      flush();
    },
    lost() {
      for (const entry of entries) entry.sent = false;
      active = undefined;
      blocked = false;
    },
    withdraw() {
      entries = entries.filter((entry) => entry.sent || !isRequest(entry));
    },
    get responding() {
      return active !== undefined || asked() !== undefined;
    },
    get idle() {
      return entries.length === 0 && active === undefined;
    },
    get pending() {
      return entries.map(({ event }) => event);
    },
    get request() {
      return active?.request;
    },
  };
}

const itemIdOf = ({ event }: Entry): string | undefined => (event.type === 'conversation.item.create' ? event.item.id : undefined);
