import type { MailTexts } from './texts.ts';

export const pl: MailTexts = {
  giftCard: {
    title: (site) => `Twoja karta podarunkowa do sklepu ${site}`,
    titleFrom: (giver, site) => `Karta podarunkowa do sklepu ${site} od: ${giver}`,
    subject: (title, amount) => `${title} – ${amount}`,
    balance: 'Saldo',
    rest: 'Pozostałe saldo',
    spend: 'Kartę możesz wykorzystać w jednym lub kilku zamówieniach. Niewykorzystana kwota na niej pozostaje.',
    enterCode: 'Wpisz ten kod podczas płatności:',
    shop: (site) => `Przejdź do sklepu ${site}`,
    lastDay: (day) => `Karta jest ważna do ${day} włącznie (UTC).`,
    mistake: 'Jeśli nie oczekujesz tej karty lub coś się nie zgadza, odpowiedz na tę wiadomość.',
  },
  restock: {
    headline: 'Znów dostępne',
    subject: (product) => `Znów dostępne: ${product}`,
    see: (site) => `Zobacz w sklepie ${site}`,
    why: 'Otrzymujesz tę wiadomość, ponieważ Twój adres jest na liście osób oczekujących na ten produkt. To jedyna wiadomość w tej sprawie. Aby otrzymać powiadomienie następnym razem, zapisz się na listę ponownie.',
    leave: 'Wypisz się ze wszystkich list oczekujących tego sklepu',
  },
  reviewRequest: {
    headline: 'Jak się podoba?',
    subject: (site) => `Co sądzisz o swoim zamówieniu w sklepie ${site}?`,
    reminder: (site) => `Przypomnienie: co sądzisz o swoim zamówieniu w sklepie ${site}?`,
    ask: 'Napisz innym klientom, co sądzisz o tych produktach. Każda opinia pomaga, dobra i zła.',
    write: 'Napisz opinię',
    why: (site) => `Otrzymujesz tę wiadomość, ponieważ masz zamówienie w sklepie ${site}.`,
    whyReminded: (site) =>
      `Otrzymujesz tę wiadomość, ponieważ masz zamówienie w sklepie ${site}. To ostatnia wiadomość o tym zamówieniu.`,
    leave: 'Nie chcę wiadomości z prośbą o opinię',
  },
  unsubscribe: {
    restock: {
      question: (store) => `Wypisać się ze wszystkich list oczekujących sklepu ${store}?`,
      effect: 'Nie otrzymasz więcej wiadomości, gdy produkty znów będą dostępne.',
      button: 'Wypisz się ze wszystkich list',
      done: (store) => `Twojego adresu nie ma już na listach oczekujących sklepu ${store}`,
      after:
        'Nie otrzymasz więcej wiadomości, gdy produkty znów będą dostępne. Aby znów otrzymać powiadomienie, zapisz się na listę w sklepie.',
    },
    review: {
      question: (store) => `Nie otrzymywać od sklepu ${store} wiadomości z prośbą o opinię?`,
      effect: 'Nie otrzymasz więcej wiadomości z prośbą o opinię o zamówieniu.',
      button: 'Nie chcę tych wiadomości',
      done: (store) => `Sklep ${store} nie poprosi Cię więcej o opinię`,
      after: 'Nie otrzymasz więcej wiadomości z prośbą o opinię o zamówieniu. Jeśli zmienisz zdanie, napisz do sklepu.',
    },
    invalid: 'Ten link jest nieprawidłowy',
    invalidHelp:
      'Link wygasł lub jest niepełny. Otwórz link z najnowszej wiadomości od sklepu albo odpowiedz na tę wiadomość.',
    failed: 'Nie udało się',
    failedHelp: 'Odczekaj minutę i spróbuj ponownie.',
  },
};
