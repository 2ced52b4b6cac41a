// Chinese for feedback in <realtime-voice>.
import type { FeedbackWords } from './strings.voice-feedback.en.js';

export const words: FeedbackWords = {
  rateAnswer: '评价这条回答',
  good: '回答得好',
  bad: '回答得不好',
  comment: '补充说明（选填）',
  send: '发送说明',
  thanks: '感谢您的反馈。',
  rateCall: '这次对话怎么样？',
  score: '{score} 分，满分 5 分',
  skip: '暂不评价',
};
