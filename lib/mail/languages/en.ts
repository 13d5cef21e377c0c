import type { MailTexts } from './texts.ts';

export const en: MailTexts = {
  giftCard: {
    title: (site) => `Your gift card from ${site}`,
    rest: 'This is the balance that is left on the card.',
    enterCode: 'Enter this code at checkout:',
    shop: (site) => `Shop at ${site}`,
    lastDay: (day) => `You can use it until ${day} (UTC).`,
  },
  restock: {
    headline: 'Back in stock',
    subject: (product) => `Back in stock: ${product}`,
    see: (site) => `See it at ${site}`,
    why: 'You get this email because you asked to hear when this item is back in stock. This is the only email about it. To get another one next time, join the waitlist again.',
  },
};
