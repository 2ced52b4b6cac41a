// The sentence that says one talks to an AI, which the law of several places asks for.
import type { ConversationWords } from './conversation-words.js';

/** Undefined where the page has it off. */
export const disclosureOf = (
  { disclosure }: { readonly disclosure: string | undefined },
  words: Pick<ConversationWords, 'disclosure'>,
): string | undefined => (disclosure === 'off' ? undefined : disclosure || words.disclosure);
