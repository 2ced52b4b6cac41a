// The words of the inspector. Loaded with it.
import { createWordBook } from '../../shared/strings.js';
import { inspectorEnglish, type InspectorWords } from '../../shared/strings.voice-inspector.en.js';

export type { InspectorWords };

export const inspectorWords = /* @__PURE__ */ createWordBook<InspectorWords>('voiceInspector', inspectorEnglish);
