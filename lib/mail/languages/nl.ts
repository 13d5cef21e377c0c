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
  unsubscribe: {
    question: (store) => `Alle wachtlijsten van ${store} verlaten?`,
    effect: 'Je krijgt dan geen e-mails meer als artikelen weer op voorraad zijn.',
    button: 'Alle wachtlijsten verlaten',
    done: (store) => `Je staat niet meer op de wachtlijsten van ${store}`,
    after:
      'Je krijgt geen e-mails meer als artikelen weer op voorraad zijn. Wil je weer bericht krijgen? Zet je dan in de winkel opnieuw op een wachtlijst.',
    invalid: 'Deze link is niet geldig',
    invalidHelp:
      'De link is verlopen of niet volledig. Open de link in de nieuwste e-mail van de winkel, of beantwoord die e-mail.',
    failed: 'Dat is niet gelukt',
    failedHelp: 'Wacht een minuut en probeer het opnieuw.',
  },
};
