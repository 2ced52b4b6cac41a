// The agent speaks first, in a conversation in which nothing was said yet.
import type { Effect } from './effect.js';

/** `isAsked`: the person was faster, and what they want is on its way. */
export const createGreeting = (greeting: string | undefined, isAsked: () => boolean): Effect => ({
  opened({ recorded, resumed = false }, { send, state }) {
    if (!greeting || recorded || resumed || state.firstId !== undefined || isAsked()) return;
    send({ type: 'response.create', response: { instructions: `Greet the user, who has said nothing yet. Say exactly: "${greeting}"` } });
  },
});
