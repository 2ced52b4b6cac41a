// Arabic for the launcher of <realtime-voice>.
import { launchWords } from './launch-words.js';
import type { LauncherWords } from './strings.voice-launcher.en.js';

export const words: LauncherWords = {
  launch: launchWords.ar,
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
