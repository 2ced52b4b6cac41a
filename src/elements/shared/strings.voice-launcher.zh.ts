// Simplified Chinese for the launcher of <realtime-voice>.
import { launchWords } from './launch-words.js';
import type { LauncherWords } from './strings.voice-launcher.en.js';

export const words: LauncherWords = {
  launch: launchWords.zh,
  unread: { other: '{count} 条新回答' },
  end: '结束',
  minimize: '收起',
};
