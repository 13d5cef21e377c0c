import type { MailTexts } from './texts.ts';

export const it: MailTexts = {
  giftCard: {
    title: (site) => `La tua carta regalo di ${site}`,
    rest: 'Questo è il saldo residuo della carta.',
    enterCode: 'Inserisci questo codice al momento del pagamento:',
    shop: (site) => `Acquista su ${site}`,
    lastDay: (day) => `Ultimo giorno di validità: ${day} (UTC).`,
  },
  restock: {
    headline: 'Di nuovo disponibile',
    subject: (product) => `Di nuovo disponibile: ${product}`,
    see: (site) => `Vedi su ${site}`,
    why: 'Ricevi questa e-mail perché hai chiesto di sapere quando questo articolo sarebbe tornato disponibile. Non ne riceverai altre su questo articolo. Per ricevere un avviso la prossima volta, iscriviti di nuovo alla lista d’attesa.',
  },
};
