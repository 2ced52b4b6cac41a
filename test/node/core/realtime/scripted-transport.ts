// A transport whose other end is the test: what the session sends is read, what the server would say is spoken.
import { VoxreelError } from 'voxreel';
import type { Transport, TransportTarget, Wire } from 'voxreel';

export type SentEvent = Record<string, unknown> & { readonly type: string };

export interface ScriptedConnection {
  readonly token: string;
  readonly model: string;
  readonly sent: SentEvent[];
  say(...events: readonly object[]): void;
  /** Nothing can be sent any more, and nobody was told yet: as a browser's socket between the two. */
  dying(): void;
  cut(reason?: { code?: number; reason?: string; retryable?: boolean }): void;
  readonly closed: boolean;
}

export interface ScriptedTransport extends Transport {
  readonly connections: ScriptedConnection[];
  /** What the next attempts meet, in order; afterwards they succeed. */
  readonly failures: unknown[];
  /** What every wire says of itself. */
  bufferedBytes: number;
  /** Answers each sent event. */
  server?: (event: SentEvent, connection: ScriptedConnection) => void;
}

export function scriptedTransport(id = 'scripted', audio: Transport['audio'] = 'events'): ScriptedTransport {
  const connections: ScriptedConnection[] = [];
  const failures: unknown[] = [];
  const transport: ScriptedTransport = {
    id,
    audio,
    connections,
    failures,
    bufferedBytes: 0,
    async open(target: TransportTarget): Promise<Wire> {
      if (failures.length > 0) throw failures.shift();
      let open = true;
      const sent: SentEvent[] = [];
      const connection: ScriptedConnection = {
        token: target.token,
        model: target.model,
        sent,
        say: (...events) => {
          for (const event of events) target.handlers.message(JSON.stringify({ event_id: `s${Math.random()}`, ...event }));
        },
        dying() {
          open = false;
        },
        cut(reason = {}) {
          open = false;
          target.handlers.closed({ reason: 'cut', retryable: true, ...reason });
        },
        get closed() {
          return !open;
        },
      };
      connections.push(connection);
      return {
        send(text: string) {
          if (!open) throw new VoxreelError('connection_lost', 'The wire is closed.', { retryable: true });
          const event = JSON.parse(text) as SentEvent;
          sent.push(event);
          transport.server?.(event, connection);
        },
        get bufferedBytes() {
          return transport.bufferedBytes;
        },
        maxMessageBytes: 1_000_000,
        close: () => {
          open = false;
        },
      };
    },
  };
  return transport;
}

/** A server that acknowledges items and answers every request with one text. */
export function obliging(answer = 'Fine.') {
  let count = 0;
  return (event: SentEvent, { say }: ScriptedConnection): void => {
    if (event.type === 'conversation.item.create') say({ type: 'conversation.item.created', item: event['item'] });
    if (event.type !== 'response.create') return;
    const response = { id: `r${++count}`, object: 'realtime.response' };
    const item = { id: `a${count}`, type: 'message', role: 'assistant' };
    const part = { response_id: response.id, item_id: item.id, output_index: 0, content_index: 0 };
    say(
      { type: 'response.created', response: { ...response, status: 'in_progress' } },
      {
        type: 'response.output_item.added',
        response_id: response.id,
        output_index: 0,
        item: { ...item, status: 'in_progress', content: [] },
      },
      { type: 'response.text.delta', ...part, delta: answer },
      { type: 'response.text.done', ...part, delta: answer },
      {
        type: 'response.output_item.done',
        response_id: response.id,
        output_index: 0,
        item: { ...item, status: 'completed', content: [{ type: 'text', text: answer }] },
      },
      { type: 'response.done', response: { ...response, status: 'completed' } },
    );
  };
}

/** Resolves when `check` holds, asked after each turn of the event loop. */
export async function until(check: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`Never came true: ${check.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
