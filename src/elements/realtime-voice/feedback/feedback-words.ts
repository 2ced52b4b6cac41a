// The words of feedback. Loaded with it.
import { createWordBook } from '../../shared/strings.js';
import { feedbackEnglish, type FeedbackWords } from '../../shared/strings.voice-feedback.en.js';

export type { FeedbackWords };

export const feedbackWords = /* @__PURE__ */ createWordBook<FeedbackWords>('voiceFeedback', feedbackEnglish);
