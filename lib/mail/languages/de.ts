import type { MailTexts } from './texts.ts';

export const de: MailTexts = {
  giftCard: {
    title: (site) => `Ihre Geschenkkarte von ${site}`,
    rest: 'Dieses Guthaben ist noch auf der Karte.',
    enterCode: 'Geben Sie diesen Code an der Kasse ein:',
    shop: (site) => `Bei ${site} einkaufen`,
    lastDay: (day) => `Gültig bis einschließlich ${day} (UTC).`,
  },
  restock: {
    headline: 'Wieder verfügbar',
    subject: (product) => `Wieder verfügbar: ${product}`,
    see: (site) => `Bei ${site} ansehen`,
    why: 'Sie erhalten diese E-Mail, weil Sie erfahren wollten, wann dieser Artikel wieder verfügbar ist. Weitere E-Mails dazu folgen nicht. Möchten Sie beim nächsten Mal wieder benachrichtigt werden, tragen Sie sich bitte erneut in die Warteliste ein.',
  },
};
