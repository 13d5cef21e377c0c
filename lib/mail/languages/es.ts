import type { MailTexts } from './texts.ts';

export const es: MailTexts = {
  giftCard: {
    title: (site) => `Tu tarjeta regalo de ${site}`,
    rest: 'Este es el saldo que queda en la tarjeta.',
    enterCode: 'Introduce este código al pagar:',
    shop: (site) => `Comprar en ${site}`,
    lastDay: (day) => `Puedes usarla hasta el ${day} inclusive (UTC).`,
  },
  restock: {
    headline: 'Disponible de nuevo',
    subject: (product) => `Disponible de nuevo: ${product}`,
    see: (site) => `Ver en ${site}`,
    why: 'Recibes este correo porque pediste que te avisáramos cuando este artículo volviera a estar disponible. No te enviaremos más correos sobre él. Si quieres que te avisemos la próxima vez, vuelve a apuntarte a la lista de espera.',
  },
};
