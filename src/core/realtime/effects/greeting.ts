// The agent speaks first: once, in a conversation in which nothing was said yet.
import type { Effect } from './effect.js';

/** `isAsked`: the person was faster, and what they want is on its way. */
export function createGreeting(greeting: string | undefined, isAsked: () => boolean): Effect {
  let greeted = false;
  return {
    opened({ recorded, resumed = false }, { send, state }) {
      if (!greeting || greeted || recorded || resumed || state.firstId !== undefined || isAsked()) return;
      greeted = true;
      send({ type: 'response.create', response: { instructions: `Greet the user, who has said nothing yet. Say exactly: "${greeting}"` } });
    },
    close() {
      // A call that ended before a word of it was said has greeted nobody.
      greeted = false;
    },
  };
}
