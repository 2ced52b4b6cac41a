// English for what visitors are asked about answers and calls in <realtime-voice>: loaded where a page asks for feedback.
import type { WordsOf } from './words-of.js';

export const feedbackEnglish = {
  rateAnswer: 'Rate this answer',
  good: 'Good answer',
  bad: 'Bad answer',
  comment: 'Comment (optional)',
  send: 'Send comment',
  thanks: 'Thank you for your feedback.',
  rateCall: 'How was the conversation?',
  /** `{score}` is 1, the worst, to 5. */
  score: '{score} of 5',
  skip: 'No rating',
};

/** The words with which visitors are asked for their opinion. */
export type FeedbackWords = WordsOf<typeof feedbackEnglish>;
