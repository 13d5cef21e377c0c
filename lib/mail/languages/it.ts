import type { MailTexts } from './texts.ts';

export const it: MailTexts = {
  giftCard: {
    title: (site) => `La tua carta regalo di ${site}`,
    titleFrom: (giver, site) => `${giver} ti ha inviato una carta regalo di ${site}`,
    subject: (title, amount) => `${title}: ${amount}`,
    balance: 'Saldo',
    rest: 'Saldo residuo',
    spend: 'Puoi usare la carta per uno o più ordini. L’importo non speso resta sulla carta.',
    enterCode: 'Inserisci questo codice al momento del pagamento:',
    shop: (site) => `Acquista su ${site}`,
    lastDay: (day) => `Ultimo giorno di validità: ${day} (UTC).`,
    mistake: 'Se non aspettavi questa carta o qualcosa non va, rispondi a questa e-mail.',
  },
  restock: {
    headline: 'Di nuovo disponibile',
    subject: (product) => `Di nuovo disponibile: ${product}`,
    see: (site) => `Vedi su ${site}`,
    why: 'Ricevi questa e-mail perché hai chiesto di sapere quando questo articolo sarebbe tornato disponibile. Non ne riceverai altre su questo articolo. Per ricevere un avviso la prossima volta, iscriviti di nuovo alla lista d’attesa.',
    leave: 'Esci da tutte le liste d’attesa di questo negozio',
  },
  reviewRequest: {
    headline: 'Come ti sembra?',
    subject: (site) => `Che cosa pensi del tuo ordine su ${site}?`,
    reminder: (site) => `Promemoria: che cosa pensi del tuo ordine su ${site}?`,
    ask: 'Racconta agli altri clienti che cosa pensi di questi articoli. Ogni opinione è utile, buona o cattiva.',
    write: 'Scrivi una recensione',
    why: (site) => `Ricevi questa e-mail perché hai ordinato su ${site}.`,
    whyReminded: (site) => `Ricevi questa e-mail perché hai ordinato su ${site}. È l’ultima su questo ordine.`,
    leave: 'Non ricevere più e-mail che chiedono recensioni',
  },
  unsubscribe: {
    restock: {
      question: (store) => `Uscire da tutte le liste d’attesa di ${store}?`,
      effect: 'Non riceverai più e-mail quando gli articoli tornano disponibili.',
      button: 'Esci da tutte le liste d’attesa',
      done: (store) => `Non sei più nelle liste d’attesa di ${store}`,
      after:
        'Non riceverai più e-mail quando gli articoli tornano disponibili. Per ricevere di nuovo un avviso, iscriviti a una lista d’attesa nel negozio.',
    },
    review: {
      question: (store) => `Non ricevere più e-mail di ${store} che chiedono recensioni?`,
      effect: 'Non riceverai più e-mail che ti chiedono di recensire un ordine.',
      button: 'Non ricevere più queste e-mail',
      done: (store) => `${store} non ti chiederà più recensioni`,
      after: 'Non riceverai più e-mail che ti chiedono di recensire un ordine. Se cambi idea, scrivi al negozio.',
    },
    invalid: 'Questo link non è valido',
    invalidHelp: 'È scaduto o incompleto. Apri il link nell’ultima e-mail del negozio oppure rispondi a quell’e-mail.',
    failed: 'Non ha funzionato',
    failedHelp: 'Attendi un minuto, poi riprova.',
  },
};
