// The first words of <realtime-voice>.
import { createWordBook } from '../shared/strings.js';
import { voiceEnglish, type VoiceWords } from '../shared/strings.voice.en.js';

export type { VoiceWords };

export const voiceWords = /* @__PURE__ */ createWordBook<VoiceWords>('voice', voiceEnglish);
