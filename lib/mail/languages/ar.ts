import type { MailTexts } from './texts.ts';

export const ar: MailTexts = {
  giftCard: {
    title: (site) => `بطاقة هدية لك من ${site}`,
    titleFrom: (giver, site) => `بطاقة هدية لك من ${giver} للتسوّق في ${site}`,
    subject: (title, amount) => `${title}: ${amount}`,
    balance: 'الرصيد',
    rest: 'الرصيد المتبقي',
    spend: 'يمكنك استخدام البطاقة في طلب واحد أو أكثر، ويبقى المبلغ غير المستخدم فيها.',
    enterCode: 'أدخل هذا الرمز عند الدفع:',
    shop: (site) => `تسوّق في ${site}`,
    lastDay: (day) => `يمكنك استخدامها حتى نهاية يوم ${day} (بالتوقيت العالمي).`,
    mistake: 'إذا لم تكن تتوقع هذه البطاقة أو كان فيها خطأ، فيُرجى الرد على هذه الرسالة.',
  },
  restock: {
    headline: 'متوفر من جديد',
    subject: (product) => `متوفر من جديد: ${product}`,
    see: (site) => `شاهد المنتج في ${site}`,
    why: 'وصلتك هذه الرسالة لأنك طلبت إشعارك عند توفر هذا المنتج من جديد. هذه هي الرسالة الوحيدة بشأنه. لتصلك رسالة في المرة القادمة، انضم إلى قائمة الانتظار مرة أخرى.',
  },
};
