// English for the notifications of <video-generator>. Loaded with them.
import { errorWords } from './strings.errors.en.js';
import type { WordsOf } from './words-of.js';

export const videoNotificationsEnglish = {
  ready: 'Your video is ready',
  failed: 'Your video could not be made',
  when: 'When a video is ready or has failed, in this browser:',
  system: 'Show a notification',
  systemHint: 'While you are somewhere else. A click on it brings you to the video.',
  whileClosed: 'Also while this page is closed.',
  onlyOpen: 'This browser could not set it up for a closed page: keep one open.',
  title: 'Count in the tab’s title',
  titleHint: 'Until you come back to this page.',
  badge: 'Count on the app’s icon',
  badgeHint: 'Until you come back to this app.',
  sound: 'Play a quiet sound',
  soundHint: 'Once this page has been clicked: browsers keep it silent before.',
  blocked: 'Your browser blocks notifications from this site. Allow them in its settings for this site, then check this box again.',
  errors: errorWords,
};

/** The words of notifications. */
export type VideoNotificationsWords = WordsOf<typeof videoNotificationsEnglish>;
