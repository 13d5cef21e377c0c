import type { MailTexts } from './texts.ts';

export const sv: MailTexts = {
  giftCard: {
    title: (site) => `Ditt presentkort från ${site}`,
    titleFrom: (giver, site) => `${giver} har skickat ett presentkort från ${site} till dig`,
    subject: (title, amount) => `${title}: ${amount}`,
    balance: 'Saldo',
    rest: 'Återstående saldo',
    spend: 'Du kan använda kortet till en eller flera beställningar. Det du inte använder finns kvar på kortet.',
    enterCode: 'Ange den här koden i kassan:',
    shop: (site) => `Handla hos ${site}`,
    lastDay: (day) => `Kortet gäller till och med ${day} (UTC).`,
    mistake: 'Om du inte väntade dig det här kortet eller om något är fel kan du svara på det här mejlet.',
  },
  restock: {
    headline: 'Åter i lager',
    subject: (product) => `Åter i lager: ${product}`,
    see: (site) => `Visa hos ${site}`,
    why: 'Du får det här mejlet för att du ville veta när varan finns i lager igen. Det är det enda mejlet om den. Vill du få besked nästa gång också ställer du dig på väntelistan igen.',
    leave: 'Lämna butikens alla väntelistor',
  },
  reviewRequest: {
    headline: 'Vad tycker du?',
    subject: (site) => `Vad tycker du om din beställning från ${site}?`,
    reminder: (site) => `En påminnelse: vad tycker du om din beställning från ${site}?`,
    ask: 'Berätta för andra kunder vad du tycker om varorna. Alla åsikter hjälper, bra som dåliga.',
    write: 'Skriv ett omdöme',
    why: (site) => `Du får det här mejlet för att du har beställt från ${site}.`,
    whyReminded: (site) =>
      `Du får det här mejlet för att du har beställt från ${site}. Det är det sista om den här beställningen.`,
    leave: 'Sluta få mejl som ber om omdömen',
  },
  unsubscribe: {
    restock: {
      question: (store) => `Lämna alla väntelistor hos ${store}?`,
      effect: 'Du får inga fler mejl när varor finns i lager igen.',
      button: 'Lämna alla väntelistor',
      done: (store) => `Du står inte längre på någon väntelista hos ${store}`,
      after:
        'Du får inga fler mejl när varor finns i lager igen. Vill du få besked igen ställer du dig på en väntelista i butiken.',
    },
    review: {
      question: (store) => `Sluta få mejl från ${store} som ber om omdömen?`,
      effect: 'Du får inga fler mejl som ber dig om ett omdöme om en beställning.',
      button: 'Sluta få sådana mejl',
      done: (store) => `${store} ber dig inte längre om omdömen`,
      after:
        'Du får inga fler mejl som ber dig om ett omdöme om en beställning. Ändrar du dig skriver du till butiken.',
    },
    invalid: 'Länken är inte giltig',
    invalidHelp:
      'Den har gått ut eller är ofullständig. Öppna länken i butikens senaste mejl, eller svara på det mejlet.',
    failed: 'Det gick inte',
    failedHelp: 'Vänta en minut och försök igen.',
  },
};
