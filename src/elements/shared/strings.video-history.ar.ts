// Arabic for the tools of a history in <video-generator>.
import { errorWords } from './strings.errors.ar.js';
import type { VideoHistoryWords } from './strings.video-history.en.js';

export const words: VideoHistoryWords = {
  count: {
    zero: 'لا فيديوهات في السجل.',
    one: 'في السجل فيديو واحد.',
    two: 'في السجل فيديوهان.',
    few: 'في السجل {count} فيديوهات.',
    other: 'في السجل {count} فيديو.',
  },
  setAside: {
    one: 'تعذّرت قراءة واحد، أو هو من إصدار أحدث: تُرك كما هو.',
    two: 'تعذّرت قراءة اثنين، أو هما من إصدار أحدث: تُركا كما هما.',
    other: 'تعذّرت قراءة {count}، أو هي من إصدار أحدث: تُركت كما هي.',
  },
  memoryOnly: 'ينتهي مع هذه الصفحة.',
  kept: {
    one: 'فيديو واحد محفوظ هنا: {size} من {limit}.',
    two: 'فيديوهان محفوظان هنا: {size} من {limit}.',
    few: '{count} فيديوهات محفوظة هنا: {size} من {limit}.',
    other: '{count} فيديو محفوظ هنا: {size} من {limit}.',
  },
  room: 'مساحة الفيديوهات المحفوظة',
  drop: 'إفراغ هذه المساحة…',
  dropAsk: 'أتريد حذف كل ملف محفوظ في هذا المتصفح؟ يبقى السجل؛ أما الفيديو الذي انتهى رابطه فلا يمكن الحصول عليه من جديد.',
  dropYes: 'حذف الملفات',
  dropped: 'حُذفت الملفات المحفوظة.',
  export: 'تصدير',
  import: 'استيراد…',
  imported: {
    zero: 'لم يُضف شيء.',
    one: 'أُضيف واحد.',
    two: 'أُضيف اثنان.',
    other: 'أُضيف {count}.',
  },
  skippedExists: {
    one: 'واحد كان هنا من قبل.',
    two: 'اثنان كانا هنا من قبل.',
    other: '{count} كانت هنا من قبل.',
  },
  skippedInvalid: {
    one: 'تعذّرت قراءة واحد.',
    two: 'تعذّرت قراءة اثنين.',
    other: 'تعذّرت قراءة {count}.',
  },
  skippedNewer: {
    one: 'واحد من إصدار أحدث.',
    two: 'اثنان من إصدار أحدث.',
    other: '{count} من إصدار أحدث.',
  },
  importWrong: 'هذا الملف ليس سجل فيديوهات.',
  clear: 'مسح…',
  clearAsk: 'أتريد حذف كل فيديو منتهٍ من هذا السجل مع ملفه المحفوظ؟ لا يمكن التراجع عن ذلك.',
  clearYes: 'حذفها',
  cleared: {
    zero: 'لم يُحذف شيء.',
    one: 'حُذف واحد.',
    two: 'حُذف اثنان.',
    other: 'حُذف {count}.',
  },
  no: 'إبقاؤها',
  errors: errorWords,
};
