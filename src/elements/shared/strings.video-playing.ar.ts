// Arabic for what plays, shows and compares videos in <video-generator>.
import type { VideoPlayingWords } from './strings.video-playing.en.js';

export const words: VideoPlayingWords = {
  play: 'تشغيل',
  pause: 'إيقاف مؤقت',
  position: 'الموضع',
  positionValue: '{at} من {length}',
  mute: 'كتم الصوت',
  unmute: 'تشغيل الصوت',
  speed: 'السرعة',
  stepBack: 'إطار إلى الوراء',
  stepOn: 'إطار إلى الأمام',
  fullScreen: 'ملء الشاشة',
  leaveScreen: 'إنهاء ملء الشاشة',
  close: 'إغلاق',
  previous: 'النتيجة السابقة',
  next: 'النتيجة التالية',
  place: '{number} من {count}',
  loading: 'جارٍ التحميل',
  made: 'أُنشئ',
  compareTitle: 'جنبًا إلى جنب',
  left: 'اليسار',
  right: 'اليمين',
  sound: 'الصوت',
  soundNone: 'بلا صوت',
  swap: 'تبديل الجانبين',
};
