// Simplified Chinese for the launcher of <realtime-voice>.
import type { LauncherWords } from './strings.voice-launcher.en.js';

export const words: LauncherWords = {
  launch: '和 AI 聊聊',
  unread: { other: '{count} 条新回答' },
  end: '结束',
  minimize: '收起',
};
