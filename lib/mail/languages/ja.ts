import type { MailTexts } from './texts.ts';

export const ja: MailTexts = {
  giftCard: {
    title: (site) => `${site}のギフトカードが届きました`,
    titleFrom: (giver, site) => `${giver}様から${site}のギフトカードが届きました`,
    subject: (title, amount) => `${title}：${amount}`,
    balance: '残高',
    rest: '現在の残高',
    spend: '一度にも、複数回に分けてもご利用いただけます。使わなかった金額はカードに残ります。',
    enterCode: 'お支払いの際に、次のコードを入力してください。',
    shop: (site) => `${site}で買い物をする`,
    lastDay: (day) => `有効期限：${day}（UTC）`,
    mistake: 'このカードにお心当たりがない場合や、内容に誤りがある場合は、このメールにご返信ください。',
  },
  restock: {
    headline: '再入荷のお知らせ',
    subject: (product) => `再入荷のお知らせ：${product}`,
    see: (site) => `${site}で見る`,
    why: 'このメールは、この商品の再入荷のお知らせを希望された方にお送りしています。この商品についてのお知らせは今回限りです。次回もお知らせをご希望の場合は、もう一度入荷待ちリストにご登録ください。',
    leave: 'このショップの入荷待ちリストをすべて解除する',
  },
  unsubscribe: {
    question: (store) => `${store}の入荷待ちリストをすべて解除しますか？`,
    effect: '解除すると、商品の再入荷をお知らせするメールは届かなくなります。',
    button: 'すべて解除する',
    done: (store) => `${store}の入荷待ちリストをすべて解除しました`,
    after:
      '商品の再入荷をお知らせするメールは今後届きません。もう一度お知らせをご希望の場合は、ショップで入荷待ちリストにご登録ください。',
    invalid: 'このリンクは無効です',
    invalidHelp:
      'リンクの有効期限が切れているか、一部が欠けています。ショップからの最新のメールにあるリンクを開くか、そのメールにご返信ください。',
    failed: '処理できませんでした',
    failedHelp: '1分ほど待ってから、もう一度お試しください。',
  },
};
