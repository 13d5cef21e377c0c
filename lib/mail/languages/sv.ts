import type { MailTexts } from './texts.ts';

export const sv: MailTexts = {
  giftCard: {
    title: (site) => `Ditt presentkort från ${site}`,
    rest: 'Så mycket finns kvar på kortet.',
    enterCode: 'Ange den här koden i kassan:',
    shop: (site) => `Handla hos ${site}`,
    lastDay: (day) => `Kortet gäller till och med ${day} (UTC).`,
  },
  restock: {
    headline: 'Åter i lager',
    subject: (product) => `Åter i lager: ${product}`,
    see: (site) => `Visa hos ${site}`,
    why: 'Du får det här mejlet för att du ville veta när varan finns i lager igen. Det är det enda mejlet om den. Vill du få besked nästa gång också ställer du dig på väntelistan igen.',
  },
};
