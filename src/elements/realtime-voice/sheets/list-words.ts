// The words of the list of conversations. Loaded with it.
import { createWordBook } from '../../shared/strings.js';
import { listEnglish, type ConversationListWords } from '../../shared/strings.voice-conversations.en.js';

export type { ConversationListWords };

export const listWords = /* @__PURE__ */ createWordBook<ConversationListWords>('voiceConversations', listEnglish);
