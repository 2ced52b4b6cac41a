// Arabic for feedback in <realtime-voice>.
import type { FeedbackWords } from './strings.voice-feedback.en.js';

export const words: FeedbackWords = {
  rateAnswer: 'قيّم هذه الإجابة',
  good: 'إجابة جيدة',
  bad: 'إجابة سيئة',
  comment: 'تعليق (اختياري)',
  send: 'إرسال التعليق',
  thanks: 'شكرًا على ملاحظاتك.',
  rateCall: 'كيف كانت المحادثة؟',
  score: '{score} من 5',
  skip: 'بدون تقييم',
};
