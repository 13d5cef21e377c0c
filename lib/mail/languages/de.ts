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
    leave: 'Alle Wartelisten dieses Shops verlassen',
  },
  reviewRequest: {
    headline: 'Wie gefällt es Ihnen?',
    subject: (site) => `Wie zufrieden sind Sie mit Ihrer Bestellung bei ${site}?`,
    reminder: (site) => `Zur Erinnerung: Wie zufrieden sind Sie mit Ihrer Bestellung bei ${site}?`,
    ask: 'Erzählen Sie anderen Kunden, was Sie von diesen Artikeln halten. Jede Meinung hilft, ob gut oder schlecht.',
    write: 'Bewertung schreiben',
    why: (site) => `Sie erhalten diese E-Mail, weil Sie bei ${site} bestellt haben.`,
    whyReminded: (site) =>
      `Sie erhalten diese E-Mail, weil Sie bei ${site} bestellt haben. Es ist die letzte zu dieser Bestellung.`,
    leave: 'Keine E-Mails mehr, die um Bewertungen bitten',
  },
  unsubscribe: {
    restock: {
      question: (store) => `Alle Wartelisten von ${store} verlassen?`,
      effect: 'Sie erhalten dann keine E-Mails mehr, wenn Artikel wieder verfügbar sind.',
      button: 'Alle Wartelisten verlassen',
      done: (store) => `Sie stehen auf keiner Warteliste von ${store} mehr`,
      after:
        'Sie erhalten keine E-Mails mehr, wenn Artikel wieder verfügbar sind. Möchten Sie wieder benachrichtigt werden, tragen Sie sich im Shop erneut in eine Warteliste ein.',
    },
    review: {
      question: (store) => `Keine E-Mails mehr von ${store}, die um Bewertungen bitten?`,
      effect: 'Sie erhalten dann keine E-Mails mehr, die Sie um die Bewertung einer Bestellung bitten.',
      button: 'Keine solchen E-Mails mehr',
      done: (store) => `${store} bittet Sie nicht mehr um Bewertungen`,
      after:
        'Sie erhalten keine E-Mails mehr, die Sie um die Bewertung einer Bestellung bitten. Wenn Sie es sich anders überlegen, schreiben Sie dem Shop.',
    },
    invalid: 'Dieser Link ist nicht gültig',
    invalidHelp:
      'Er ist abgelaufen oder unvollständig. Öffnen Sie den Link in der neuesten E-Mail des Shops, oder antworten Sie auf diese E-Mail.',
    failed: 'Das hat nicht geklappt',
    failedHelp: 'Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  },
};
