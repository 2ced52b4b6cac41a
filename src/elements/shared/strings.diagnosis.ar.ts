// Arabic for the mistakes of a site.
import type { DiagnosisWords } from './strings.diagnosis.en.js';

export const words: DiagnosisWords = {
  setup: 'إعداد هذه الصفحة غير صحيح.',
  setupHint: 'على صاحب الموقع إصلاح ذلك.',
  causes: {
    badUrl: '{url} ليس عنوانًا صالحًا. اضبط base-url على عنوان البوابة، مثل https://example.com أو /.',
    noBaseUrl: 'ردّ {method} {url} بالرمز {status}. لم يُضبط base-url، فأُرسل الطلب إلى أصل الصفحة نفسها. اضبط base-url على عنوان البوابة.',
    notFound: 'ردّ {method} {url} بالرمز {status}. اضبط base-url على عنوان البوابة، والعنصر يضيف إليه /v1/....',
    doubledPath: 'ردّ {method} {url} بالرمز {status}. العنصر يضيف /v1 بنفسه: احذفه من base-url.',
    html: '{method} {url} صفحة ويب لا واجهة برمجية (الرمز {status}). اضبط base-url على عنوان البوابة، أو اجعل خادم الويب يمرّر /v1/ إليها.',
    noToken:
      'ردّ {method} {url} بالرمز {status} من دون رمز دخول. اضبط token-url على نقطة إصدار الرموز، أو عيّن الخاصية getToken، أو اضبط base-url على عنوان بوابة.',
    noModel: 'لا يعرض {url} أي نموذج من النوع {kind}، ولم يُضبط model. اضبط model، أو أضف إلى البوابة خدمة فيها نموذج كهذا.',
    unknownModel: 'لا تقدّم الخدمة النموذج {model}. اضبط model على أحد النماذج التي يعرضها {url}: {models}.',
    unauthorized:
      'ردّ {method} {url} بالرمز {status}. سجّل دخول الزائر أو أرسل بيانات الدخول: الخاصية headers في <video-generator>، وملفات الارتباط أو الخاصية getToken في <realtime-voice>. القرار في البوابة لـ authorize.',
    forbidden:
      'ردّ {method} {url} بالرمز {status}. أضف {origin} إلى origins في البوابة، وتحقق مما تسمح به authorize وmodels في البوابة لهذا الزائر.',
    upstreamKey: 'ردّ {method} {url} بالرمز {status}: ترفض الخدمة مفتاح البوابة. اضبط apiKey الصحيح على خادمك.',
    cors: 'يردّ {url}، لكن صفحات {origin} لا تستطيع قراءة الرد (لا توجد ترويسات CORS). أضف {origin} إلى origins في البوابة، أو اضبط base-url على عنوان في أصل الصفحة نفسها.',
    preflight:
      'يرفض {url} الطلب التمهيدي (OPTIONS) من صفحات {origin}، فلم يُرسل شيء. أضف {origin} إلى origins في البوابة، أو اجعل الخادم يسمح بـ POST مع الترويسات Content-Type وIdempotency-Key وAuthorization.',
    unreachable: 'لا شيء يردّ على {url}. شغّل البوابة، أو اضبط base-url على العنوان الذي تستمع إليه.',
    csp: 'تمنع سياسة أمان المحتوى في هذه الصفحة {url}. أضف {target} إلى connect-src.',
    mixed: 'يستخدم {url} بروتوكول HTTP غير المشفّر، وتمنعه المتصفحات في صفحة https. اضبط base-url على عنوان https.',
    plainHttp: 'تُقدَّم الصفحة {url} عبر HTTP غير مشفّر، ولا تتيح المتصفحات الميكروفون هناك. قدّمها عبر https، أو افتحها على http://localhost.',
    noWebsocket:
      'يردّ {url} عبر HTTP عادي ({status}) ولا يفتح WebSocket. شغّل البوابة باستخدام serve() أو attach() من voxreel/server/node، أو اجعل الوكيل أمامها يمرّر Upgrade وConnection، أو اضبط transport="webrtc".',
    noWebrtc: 'ردّ {method} {url} بالرمز {status}: لا تقبل الخدمة مكالمات WebRTC. اضبط transport="websocket".',
  },
};
