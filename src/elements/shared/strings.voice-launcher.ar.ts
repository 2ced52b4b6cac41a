// Arabic for the launcher of <realtime-voice>.
import type { LauncherWords } from './strings.voice-launcher.en.js';

export const words: LauncherWords = {
  launch: 'تحدّث مع الذكاء الاصطناعي',
  unread: {
    zero: 'لا إجابات جديدة',
    one: 'إجابة جديدة واحدة',
    two: 'إجابتان جديدتان',
    few: '{count} إجابات جديدة',
    many: '{count} إجابة جديدة',
    other: '{count} إجابة جديدة',
  },
  end: 'إنهاء',
  minimize: 'تصغير',
};
