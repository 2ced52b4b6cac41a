// Arabic for references in <video-generator>.
import { errorWords } from './strings.errors.ar.js';
import type { VideoReferenceWords } from './strings.video-references.en.js';

export const words: VideoReferenceWords = {
  name: 'الاسم',
  role: 'يُظهر',
  person: 'شخص',
  object: 'شيء',
  style: 'أسلوب',
  anything: 'غير محدد',
  hint: 'اكتب {name} في الوصف لتحدد أين يظهر.',
  hintNew: 'صور لأشخاص أو أشياء أو أساليب تريد أن تظهر في الفيديو، من غير أن يبدأ بها.',
  addHint: 'أفلت صورة هنا أو ألصقها، أو',
  most: {
    one: 'يقبل هذا النموذج صورة واحدة.',
    two: 'يقبل هذا النموذج صورتين.',
    few: 'يقبل هذا النموذج حتى {count} صور.',
    other: 'يقبل هذا النموذج حتى {count} صورة.',
  },
  alone: 'يقبل هذا النموذج المراجع أو الإطارات، لا كليهما.',
  keep: 'حفظ في المكتبة',
  kept: 'محفوظ في مكتبتك',
  remove: 'إزالة {name}',
  library: 'المكتبة',
  libraryHint: 'محفوظة في هذا المتصفح وحده.',
  forget: 'حذف {name} من المكتبة',
  mentions: 'المراجع',
  mentionsFound: {
    one: 'مرجع واحد. اختر بالأسهم وأدرج بمفتاح الإدخال.',
    two: 'مرجعان. اختر بالأسهم وأدرج بمفتاح الإدخال.',
    few: '{count} مراجع. اختر بالأسهم وأدرج بمفتاح الإدخال.',
    other: '{count} مرجع. اختر بالأسهم وأدرج بمفتاح الإدخال.',
  },
  nameWrong: 'يتكون الاسم من حروف وأرقام وشرطات وشرطات سفلية.',
  nameTaken: 'يوجد مرجع آخر بهذا الاسم.',
  noPicture: 'هذا ليس صورة.',
  unreadable: 'لا يستطيع هذا المتصفح قراءة الصورة: اختر JPEG أو PNG.',
  errors: errorWords,
};
