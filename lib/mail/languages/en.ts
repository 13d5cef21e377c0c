import type { MailTexts } from './texts.ts';

export const en: MailTexts = {
  giftCard: {
    title: (site) => `Your gift card from ${site}`,
    titleFrom: (giver, site) => `${giver} sent you a gift card from ${site}`,
    subject: (title, amount) => `${title}: ${amount}`,
    balance: 'Balance',
    rest: 'Remaining balance',
    spend: 'You can use the card for one order or several. What you do not spend stays on the card.',
    enterCode: 'Enter this code at checkout:',
    shop: (site) => `Shop at ${site}`,
    lastDay: (day) => `You can use it until ${day} (UTC).`,
    mistake: 'If you did not expect this card, or if something is wrong with it, reply to this email.',
  },
  restock: {
    headline: 'Back in stock',
    subject: (product) => `Back in stock: ${product}`,
    see: (site) => `See it at ${site}`,
    why: 'You get this email because you asked to hear when this item is back in stock. This is the only email about it. To get another one next time, join the waitlist again.',
    leave: 'Leave all waitlists of this store',
  },
  reviewRequest: {
    headline: 'How do you like it?',
    subject: (site) => `What do you think of your order from ${site}?`,
    reminder: (site) => `A reminder: what do you think of your order from ${site}?`,
    ask: 'Let other customers know what you think of these items. Every opinion helps, good or bad.',
    write: 'Write a review',
    why: (site) => `You get this email because you ordered from ${site}.`,
    whyReminded: (site) => `You get this email because you ordered from ${site}. It is the last one about this order.`,
    leave: 'Stop emails that ask for reviews',
  },
  unsubscribe: {
    restock: {
      question: (store) => `Leave all waitlists of ${store}?`,
      effect: 'You will get no more emails when products are back in stock.',
      button: 'Leave all waitlists',
      done: (store) => `You have left all waitlists of ${store}`,
      after:
        'You will get no more emails when products are back in stock. To get one again, join a waitlist in the store.',
    },
    review: {
      question: (store) => `Stop emails from ${store} that ask for reviews?`,
      effect: 'You will get no more emails that ask you to review an order.',
      button: 'Stop these emails',
      done: (store) => `${store} will not ask you for reviews any more`,
      after:
        'You will get no more emails that ask you to review an order. If you change your mind, write to the store.',
    },
    invalid: 'This link is not valid',
    invalidHelp:
      'It has expired, or a part of it is missing. Open the link in your latest email from the store, or reply to that email.',
    failed: 'This did not work',
    failedHelp: 'Wait a minute, then try again.',
  },
};
