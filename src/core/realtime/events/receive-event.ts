// What a message of the wire says, given to each listener in order.
import type { Dialect, ServerEvent } from '../../dialects/dialect.js';

/** Takes one message. Every event in it passes all listeners before the next event does. */
export function createEventReceiver(
  dialect: Pick<Dialect, 'decode'>,
  listeners: readonly ((event: ServerEvent) => void)[],
): (message: string) => void {
  return (message) => {
    const decoded = dialect.decode(message);
    for (const event of Array.isArray(decoded) ? decoded : [decoded]) for (const listener of listeners) listener(event);
  };
}
