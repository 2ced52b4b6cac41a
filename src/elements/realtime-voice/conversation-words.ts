// The words of a conversation under way, chosen like the first ones. Loaded with it.
import { createWordBook } from '../shared/strings.js';
import { conversationEnglish, type ConversationWords } from '../shared/strings.voice-conversation.en.js';

export type { ConversationWords };

export const conversationWords = /* @__PURE__ */ createWordBook<ConversationWords>('voiceConversation', conversationEnglish);
