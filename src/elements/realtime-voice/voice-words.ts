// The first words of <realtime-voice>: English here, other languages loaded when they are in force.
import { createWordBook } from '../shared/strings.js';
import { voiceEnglish, type VoiceWords } from '../shared/strings.voice.en.js';

export type { VoiceWords };

export const voiceWords = /* @__PURE__ */ createWordBook<VoiceWords>('voice', voiceEnglish, {
  zh: () => import('../shared/strings.voice.zh.js'),
  ar: () => import('../shared/strings.voice.ar.js'),
});
