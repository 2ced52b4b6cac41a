// What a pill says where its page says nothing: the first words of a launcher, there before any language is loaded.

export const launchWords = { en: 'Talk to our AI', zh: '和 AI 聊聊', ar: 'تحدّث مع الذكاء الاصطناعي' };
