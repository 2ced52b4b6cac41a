// The words of a conversation under way, chosen like the first ones. Loaded with it.
import { createWordBook } from '../shared/strings.js';
import { conversationEnglish, type ConversationWords } from '../shared/strings.voice-conversation.en.js';

export type { ConversationWords };

export const conversationWords = /* @__PURE__ */ createWordBook<ConversationWords>('voiceConversation', conversationEnglish, {
  zh: () => import('../shared/strings.voice-conversation.zh.js'),
  ar: () => import('../shared/strings.voice-conversation.ar.js'),
});
