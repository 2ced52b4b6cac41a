// The words of the measurements. Loaded with them.
import { createWordBook } from '../../shared/strings.js';
import { gaugesEnglish, type GaugesWords } from '../../shared/strings.voice-gauges.en.js';

export type { GaugesWords };

export const gaugesWords = /* @__PURE__ */ createWordBook<GaugesWords>('voiceGauges', gaugesEnglish);
