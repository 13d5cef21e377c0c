import type { MailTexts } from './texts.ts';

export const es: MailTexts = {
  giftCard: {
    title: (site) => `Tu tarjeta regalo de ${site}`,
    titleFrom: (giver, site) => `${giver} te ha enviado una tarjeta regalo de ${site}`,
    subject: (title, amount) => `${title}: ${amount}`,
    balance: 'Saldo',
    rest: 'Saldo restante',
    spend: 'Puedes usar la tarjeta en uno o varios pedidos. El importe que no gastes se queda en la tarjeta.',
    enterCode: 'Introduce este código al pagar:',
    shop: (site) => `Comprar en ${site}`,
    lastDay: (day) => `Puedes usarla hasta el ${day} inclusive (UTC).`,
    mistake: 'Si no esperabas esta tarjeta o hay algún error, responde a este correo.',
  },
  restock: {
    headline: 'Disponible de nuevo',
    subject: (product) => `Disponible de nuevo: ${product}`,
    see: (site) => `Ver en ${site}`,
    why: 'Recibes este correo porque pediste que te avisáramos cuando este artículo volviera a estar disponible. No te enviaremos más correos sobre él. Si quieres que te avisemos la próxima vez, vuelve a apuntarte a la lista de espera.',
    leave: 'Salir de todas las listas de espera de esta tienda',
  },
  reviewRequest: {
    headline: '¿Qué te parece?',
    subject: (site) => `¿Qué te parece tu pedido de ${site}?`,
    reminder: (site) => `Recordatorio: ¿qué te parece tu pedido de ${site}?`,
    ask: 'Cuenta a otros clientes qué piensas de estos artículos. Todas las opiniones ayudan, buenas o malas.',
    write: 'Escribir una opinión',
    why: (site) => `Recibes este correo porque hiciste un pedido en ${site}.`,
    whyReminded: (site) => `Recibes este correo porque hiciste un pedido en ${site}. Es el último sobre este pedido.`,
    leave: 'No recibir más correos que piden opiniones',
  },
  unsubscribe: {
    restock: {
      question: (store) => `¿Salir de todas las listas de espera de ${store}?`,
      effect: 'No recibirás más correos cuando haya artículos disponibles de nuevo.',
      button: 'Salir de todas las listas de espera',
      done: (store) => `Has salido de todas las listas de espera de ${store}`,
      after:
        'No recibirás más correos cuando haya artículos disponibles de nuevo. Si quieres que te avisemos otra vez, apúntate a una lista de espera en la tienda.',
    },
    review: {
      question: (store) => `¿No recibir más correos de ${store} que piden opiniones?`,
      effect: 'No recibirás más correos que te pidan opinar sobre un pedido.',
      button: 'No recibir más estos correos',
      done: (store) => `${store} ya no te pedirá opiniones`,
      after: 'No recibirás más correos que te pidan opinar sobre un pedido. Si cambias de idea, escribe a la tienda.',
    },
    invalid: 'Este enlace no es válido',
    invalidHelp:
      'Ha caducado o está incompleto. Abre el enlace del último correo de la tienda o responde a ese correo.',
    failed: 'No ha funcionado',
    failedHelp: 'Espera un minuto e inténtalo de nuevo.',
  },
};
