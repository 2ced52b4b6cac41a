// English for the launcher of <realtime-voice>. Placeholders in braces are filled in when shown. No markup.
import { launchWords } from './launch-words.js';
import type { WordsOf } from './words-of.js';

export const launcherEnglish = {
  launch: launchWords.en,
  unread: { one: '{count} new answer', other: '{count} new answers' },
  end: 'End',
  minimize: 'Minimize',
};

/** The words of the launcher. */
export type LauncherWords = WordsOf<typeof launcherEnglish>;
