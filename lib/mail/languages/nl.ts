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
  },
};
