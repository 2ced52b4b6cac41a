// Arabic for the notifications of <video-generator>.
import { errorWords } from './strings.errors.ar.js';
import type { VideoNotificationsWords } from './strings.video-notifications.en.js';

export const words: VideoNotificationsWords = {
  ready: 'الفيديو جاهز',
  when: 'عند جاهزية فيديو أو تعذّر إنشائه، في هذا المتصفح:',
  system: 'عرض إشعار',
  systemHint: 'حين لا تكون في هذه الصفحة. النقر على الإشعار يعيدك إلى الفيديو.',
  title: 'عرض العدد في عنوان علامة التبويب',
  titleHint: 'إلى أن تعود إلى هذه الصفحة.',
  badge: 'عرض العدد على أيقونة التطبيق',
  badgeHint: 'إلى أن تعود إلى هذا التطبيق.',
  sound: 'تشغيل صوت هادئ',
  soundHint: 'بعد أن تنقر في هذه الصفحة: لا تسمح المتصفحات بالصوت قبل ذلك.',
  blocked: 'يحظر متصفحك إشعارات هذا الموقع. اسمح بها في إعدادات الموقع، ثم حدّد هذا المربع من جديد.',
  errors: errorWords,
};
