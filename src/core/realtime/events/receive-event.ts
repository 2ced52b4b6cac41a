// What the service says, given to each listener in order.
import type { ServerEvent } from '../../dialects/dialect.js';
import { VoxreelError } from '../../errors.js';
import { text } from '../../store/conversation-items.js';

/** Every event passes all listeners before the next one does. */
export const createEventReceiver =
  (listeners: readonly ((event: ServerEvent) => void)[]): ((event: ServerEvent) => void) =>
  (event) => {
    for (const listener of listeners) listener(event);
  };

/** Refusals that are dealt with here: a request waits for its turn, a session that ends is followed by the next. */
const expected: ReadonlySet<string> = new Set(['conversation_already_has_active_response', 'session_expired']);

/** What an error event of the service says; undefined for one that is no news to the page. */
export function serverError({ error }: Extract<ServerEvent, { type: 'error' }>): VoxreelError | undefined {
  const code = text(error?.code) ?? text(error?.type) ?? 'server_error';
  if (expected.has(code)) return undefined;
  return new VoxreelError(code, text(error?.message) ?? 'The service reported an error.', { param: text(error?.param) });
}
