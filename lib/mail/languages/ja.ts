import type { MailTexts } from './texts.ts';

export const ja: MailTexts = {
  giftCard: {
    title: (site) => `${site}のギフトカードが届きました`,
    rest: 'カードの現在の残高です。',
    enterCode: 'お支払いの際に、次のコードを入力してください。',
    shop: (site) => `${site}で買い物をする`,
    lastDay: (day) => `有効期限：${day}（UTC）`,
  },
  restock: {
    headline: '再入荷のお知らせ',
    subject: (product) => `再入荷のお知らせ：${product}`,
    see: (site) => `${site}で見る`,
    why: 'このメールは、この商品の再入荷のお知らせを希望された方にお送りしています。この商品についてのお知らせは今回限りです。次回もお知らせをご希望の場合は、もう一度入荷待ちリストにご登録ください。',
  },
};
