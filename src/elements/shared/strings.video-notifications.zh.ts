// Simplified Chinese for the notifications of <video-generator>.
import { errorWords } from './strings.errors.zh.js';
import type { VideoNotificationsWords } from './strings.video-notifications.en.js';

export const words: VideoNotificationsWords = {
  ready: '视频已完成',
  when: '视频完成或失败时，在此浏览器中：',
  system: '显示通知',
  systemHint: '在您没有看本页时显示。点击通知即可回到该视频。',
  title: '在标签页标题中显示数量',
  titleHint: '直到您回到本页。',
  badge: '在应用图标上显示数量',
  badgeHint: '直到您回到此应用。',
  sound: '播放轻柔的提示音',
  soundHint: '需要先点击过本页：在此之前浏览器不允许发声。',
  blocked: '浏览器屏蔽了此网站的通知。请在浏览器的网站设置中允许，然后重新勾选。',
  errors: errorWords,
};
