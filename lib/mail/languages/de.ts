import type { MailTexts } from './texts.ts';

export const de: MailTexts = {
  giftCard: {
    title: (site) => `Ihre Geschenkkarte von ${site}`,
    titleFrom: (giver, site) => `${giver} schickt Ihnen eine Geschenkkarte von ${site}`,
    subject: (title, amount) => `${title}: ${amount}`,
    balance: 'Guthaben',
    rest: 'Restguthaben',
    spend:
      'Sie können die Karte für eine oder mehrere Bestellungen verwenden. Nicht eingelöstes Guthaben bleibt auf der Karte.',
    enterCode: 'Geben Sie diesen Code an der Kasse ein:',
    shop: (site) => `Bei ${site} einkaufen`,
    lastDay: (day) => `Gültig bis einschließlich ${day} (UTC).`,
    mistake:
      'Falls Sie diese Karte nicht erwartet haben oder etwas nicht stimmt, antworten Sie bitte auf diese E-Mail.',
  },
  restock: {
    headline: 'Wieder verfügbar',
    subject: (product) => `Wieder verfügbar: ${product}`,
    see: (site) => `Bei ${site} ansehen`,
    why: 'Sie erhalten diese E-Mail, weil Sie erfahren wollten, wann dieser Artikel wieder verfügbar ist. Weitere E-Mails dazu folgen nicht. Möchten Sie beim nächsten Mal wieder benachrichtigt werden, tragen Sie sich bitte erneut in die Warteliste ein.',
  },
};
