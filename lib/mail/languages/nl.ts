import type { MailTexts } from './texts.ts';

export const nl: MailTexts = {
  giftCard: {
    title: (site) => `Je cadeaukaart van ${site}`,
    rest: 'Dit is het resterende tegoed op de kaart.',
    enterCode: 'Vul deze code in bij het afrekenen:',
    shop: (site) => `Winkelen bij ${site}`,
    lastDay: (day) => `Geldig tot en met ${day} (UTC).`,
  },
  restock: {
    headline: 'Weer op voorraad',
    subject: (product) => `Weer op voorraad: ${product}`,
    see: (site) => `Bekijk het bij ${site}`,
    why: 'Je ontvangt deze e-mail omdat je bericht wilde krijgen zodra dit artikel weer op voorraad is. Dit is de enige e-mail hierover. Wil je de volgende keer weer bericht krijgen? Zet je dan opnieuw op de wachtlijst.',
  },
};
