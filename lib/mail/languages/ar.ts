import type { MailTexts } from './texts.ts';

export const ar: MailTexts = {
  giftCard: {
    title: (site) => `بطاقة هدية لك من ${site}`,
    rest: 'هذا هو الرصيد المتبقي في البطاقة.',
    enterCode: 'أدخل هذا الرمز عند الدفع:',
    shop: (site) => `تسوّق في ${site}`,
    lastDay: (day) => `يمكنك استخدامها حتى نهاية يوم ${day} (بالتوقيت العالمي).`,
  },
  restock: {
    headline: 'متوفر من جديد',
    subject: (product) => `متوفر من جديد: ${product}`,
    see: (site) => `شاهد المنتج في ${site}`,
    why: 'وصلتك هذه الرسالة لأنك طلبت إشعارك عند توفر هذا المنتج من جديد. هذه هي الرسالة الوحيدة بشأنه. لتصلك رسالة في المرة القادمة، انضم إلى قائمة الانتظار مرة أخرى.',
  },
};
