// What a pill says where its page says nothing: the first words of a launcher, there before any language is loaded.

export const launchWords = {
  en: 'Talk to our AI',
  ar: 'تحدّث مع الذكاء الاصطناعي',
  de: 'Mit unserer KI sprechen',
  es: 'Habla con nuestra IA',
  fr: 'Parler à notre IA',
  hi: 'हमारे AI से बात करें',
  id: 'Bicara dengan AI kami',
  it: 'Parla con la nostra AI',
  ja: 'AIと話す',
  ko: 'AI와 대화하기',
  pt: 'Fale com nossa IA',
  ru: 'Поговорить с нашим ИИ',
  zh: '和 AI 聊聊',
};
