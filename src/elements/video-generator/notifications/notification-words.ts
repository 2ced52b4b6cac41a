// The words about notifications, chosen like the first ones. Loaded with them.
import { createWordBook } from '../../shared/strings.js';
import { videoNotificationsEnglish, type VideoNotificationsWords } from '../../shared/strings.video-notifications.en.js';

export type { VideoNotificationsWords };

export const videoNotificationsWords = /* @__PURE__ */ createWordBook<VideoNotificationsWords>(
  'videoNotifications',
  videoNotificationsEnglish,
);
