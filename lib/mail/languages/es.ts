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
  },
};
