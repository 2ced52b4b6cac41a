// Arabic for what can go wrong in <realtime-voice> alone, by error code. Over the words of both elements.
import type { VoiceErrorBook } from './strings.voice-errors.en.js';

export const voiceErrorWords: VoiceErrorBook = {
  invalid_api_key: { title: 'مفتاح هذه الصفحة غير مقبول.', hint: 'على من يدير الصفحة إصلاح ذلك.' },
  insufficient_quota: { title: 'استُهلك الرصيد المدفوع.', hint: 'على من يدير الصفحة إصلاح ذلك.' },
  account_deactivated: { title: 'حساب هذه الصفحة موقوف.', hint: 'على من يدير الصفحة إصلاح ذلك.' },
  billing_hard_limit_reached: { title: 'بلغت هذه الصفحة حد الإنفاق.', hint: 'على من يدير الصفحة إصلاح ذلك.' },
  token_expired: { title: 'انتهت صلاحية إذن هذا الاتصال.', hint: 'اتصل من جديد لتحصل على إذن جديد.' },
  token_used: { title: 'استُخدم إذن هذا الاتصال من قبل.', hint: 'اتصل من جديد لتحصل على إذن جديد.' },
  session_expired: { title: 'بلغت المحادثة أقصى مدتها.', hint: 'اتصل من جديد لتستمر من حيث توقفت.' },
  no_network_path: { title: 'تعذّر الاتصال.', hint: 'ربما يحجبه جدار حماية أو وكيل: جرّب شبكة أخرى.' },
  speaker_missing: { title: 'مكبّر الصوت غير موجود.', hint: 'اختر غيره في الإعدادات.' },
  camera_denied: { title: 'الكاميرا محجوبة.', hint: 'اسمح بها لهذه الصفحة ثم أعد المحاولة.' },
  camera_missing: { title: 'لم يُعثر على كاميرا.', hint: 'صِل واحدة ثم أعد المحاولة.' },
  camera_busy: { title: 'برنامج آخر يستخدم الكاميرا.', hint: 'أغلقه ثم أعد المحاولة.' },
  images_unsupported: { title: 'لا تقبل هذه الخدمة صورًا في المحادثة.', hint: 'صِفها بالكلمات.' },
  not_loaded: { title: 'تعذّر تحميل جزء من هذا.', hint: 'حاول من جديد.' },
  cannot_update_voice: { title: 'لا يمكن تغيير الصوت بعد أن يتكلم.', hint: 'يتغير مع الاتصال التالي.' },
};
