// Arabic for the controls a chip opens in <video-generator>, and for a draft that was refused.
import { errorWords } from './strings.errors.ar.js';
import type { VideoPanelWords } from './strings.video-panel.en.js';

export const words: VideoPanelWords = {
  promptMissing: 'اكتب ما ينبغي أن يعرضه الفيديو.',
  promptTooLong: {
    one: 'يزيد النص حرفًا واحدًا.',
    two: 'يزيد النص حرفين.',
    few: 'يزيد النص {count} أحرف.',
    many: 'يزيد النص {count} حرفًا.',
    other: 'يزيد النص {count} حرف.',
  },
  modelMissing: 'اختر نموذجًا أولًا.',
  frameNoImage: 'هذا ليس صورة.',
  frameUnreadable: 'لا يستطيع هذا المتصفح قراءة الصورة: اختر JPEG أو PNG.',
  modelOther: 'نموذج آخر',
  modelOtherHint: 'أسماء مثل {names}',
  modelFind: 'ابحث عن نموذج أو اكتب اسمه',
  ignored: 'لا يستخدم هذا النموذج: {names}.',
  adjusted: 'غُيّرت إلى ما يتيحه هذا النموذج: {names}.',
  width: 'العرض',
  height: 'الارتفاع',
  seedHint: 'البذرة نفسها مع الوصف نفسه تعطي الفيديو نفسه من جديد، حيث يسمح النموذج بذلك.',
  seedFix: 'تثبيت بذرة',
  secondsUnit: 'ثوانٍ',
  metadata: 'خيارات أخرى (JSON)',
  metadataHint: 'تُرسل إلى المزوّد كما هي، وتتقدّم على الحقول أعلاه.',
  metadataWrong: 'هذا ليس كائن JSON.',
  frameHint: 'أفلت صورة هنا أو ألصقها، أو',
  chooseFile: 'اختر ملفًا',
  frameShrinks: 'حجم الصورة {size} وتُصغَّر قبل الإرسال: يقبل هذا النموذج {limit}.',
  frameUrl: 'عنوان صورة',
  firstFrameClear: 'إزالة الإطار الأول',
  lastFrameClear: 'إزالة الإطار الأخير',
  errors: errorWords,
};
