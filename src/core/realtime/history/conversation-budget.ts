// How much room kept conversations may take: the ones that were used longest ago make way.
import type { FoundConversation } from './stored-conversation.js';

/** Of one service, model, agent and user, in characters: a few hundred long conversations. */
export const defaultBudget = 32_000_000;

type Kept = Pick<FoundConversation, 'id' | 'savedAt' | 'size'>;

/** The ids that are over it, of conversations in any order. The newest always stays. */
export function overBudget(conversations: readonly Kept[], budget = defaultBudget): readonly string[] {
  let total = 0;
  return conversations
    .toSorted((one, other) => other.savedAt - one.savedAt)
    .filter(({ size }, at) => (total += size) > budget && at > 0)
    .map(({ id }) => id);
}
