import type { MailTexts } from './texts.ts';

export const nl: MailTexts = {
  giftCard: {
    title: (site) => `Je cadeaukaart van ${site}`,
    titleFrom: (giver, site) => `${giver} heeft je een cadeaukaart van ${site} gestuurd`,
    subject: (title, amount) => `${title}: ${amount}`,
    balance: 'Tegoed',
    rest: 'Resterend tegoed',
    spend: 'Je kunt de kaart voor één of meer bestellingen gebruiken. Wat je niet besteedt, blijft op de kaart staan.',
    enterCode: 'Vul deze code in bij het afrekenen:',
    shop: (site) => `Winkelen bij ${site}`,
    lastDay: (day) => `Geldig tot en met ${day} (UTC).`,
    mistake: 'Verwachtte je deze kaart niet of klopt er iets niet? Beantwoord dan deze e-mail.',
  },
  restock: {
    headline: 'Weer op voorraad',
    subject: (product) => `Weer op voorraad: ${product}`,
    see: (site) => `Bekijk het bij ${site}`,
    why: 'Je ontvangt deze e-mail omdat je bericht wilde krijgen zodra dit artikel weer op voorraad is. Dit is de enige e-mail hierover. Wil je de volgende keer weer bericht krijgen? Zet je dan opnieuw op de wachtlijst.',
    leave: 'Alle wachtlijsten van deze winkel verlaten',
  },
  reviewRequest: {
    headline: 'Hoe bevalt het?',
    subject: (site) => `Wat vind je van je bestelling bij ${site}?`,
    reminder: (site) => `Een herinnering: wat vind je van je bestelling bij ${site}?`,
    ask: 'Vertel andere klanten wat je van deze artikelen vindt. Elke mening helpt, goed of slecht.',
    write: 'Schrijf een review',
    why: (site) => `Je ontvangt deze e-mail omdat je bij ${site} hebt besteld.`,
    whyReminded: (site) =>
      `Je ontvangt deze e-mail omdat je bij ${site} hebt besteld. Het is de laatste over deze bestelling.`,
    leave: 'Geen e-mails meer die om reviews vragen',
  },
  unsubscribe: {
    restock: {
      question: (store) => `Alle wachtlijsten van ${store} verlaten?`,
      effect: 'Je krijgt dan geen e-mails meer als artikelen weer op voorraad zijn.',
      button: 'Alle wachtlijsten verlaten',
      done: (store) => `Je staat niet meer op de wachtlijsten van ${store}`,
      after:
        'Je krijgt geen e-mails meer als artikelen weer op voorraad zijn. Wil je weer bericht krijgen? Zet je dan in de winkel opnieuw op een wachtlijst.',
    },
    review: {
      question: (store) => `Geen e-mails meer van ${store} die om reviews vragen?`,
      effect: 'Je krijgt dan geen e-mails meer die je vragen een bestelling te beoordelen.',
      button: 'Geen e-mails meer hierover',
      done: (store) => `${store} vraagt je niet meer om reviews`,
      after:
        'Je krijgt geen e-mails meer die je vragen een bestelling te beoordelen. Bedenk je je? Schrijf dan naar de winkel.',
    },
    invalid: 'Deze link is niet geldig',
    invalidHelp:
      'De link is verlopen of niet volledig. Open de link in de nieuwste e-mail van de winkel, of beantwoord die e-mail.',
    failed: 'Dat is niet gelukt',
    failedHelp: 'Wacht een minuut en probeer het opnieuw.',
  },
};
