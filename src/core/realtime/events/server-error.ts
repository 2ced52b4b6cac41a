// An error event of the service as an error of ours.
import type { ServerEvent } from '../../dialects/dialect.js';
import { VoxreelError } from '../../errors.js';
import { text } from '../../store/conversation-items.js';

/** Refusals that are dealt with here: a request waits for its turn, a session that ends is followed by the next. */
const expected: ReadonlySet<string> = new Set(['conversation_already_has_active_response', 'session_expired']);

/** Undefined for one that is no news to the page. */
export function serverError({ error }: Extract<ServerEvent, { type: 'error' }>): VoxreelError | undefined {
  const code = text(error?.code) ?? text(error?.type) ?? 'server_error';
  if (expected.has(code)) return undefined;
  return new VoxreelError(code, text(error?.message) ?? 'The service reported an error.', { param: text(error?.param) });
}
