import type { MailTexts } from './texts.ts';

/** In words that Brazil and Portugal share. */
export const pt: MailTexts = {
  giftCard: {
    title: (site) => `O seu cartão-presente da loja ${site}`,
    rest: 'Este é o saldo que resta no cartão.',
    enterCode: 'Insira este código ao finalizar a compra:',
    shop: (site) => `Comprar em ${site}`,
    lastDay: (day) => `Válido até ${day}, inclusive (UTC).`,
  },
  restock: {
    headline: 'Disponível novamente',
    subject: (product) => `Disponível novamente: ${product}`,
    see: (site) => `Ver em ${site}`,
    why: 'Recebeu este e-mail porque pediu um aviso para quando este artigo voltasse a estar disponível. É o único e-mail sobre ele. Para receber outro da próxima vez, inscreva-se novamente na lista de espera.',
  },
};
