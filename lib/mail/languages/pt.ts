import type { MailTexts } from './texts.ts';

/** In words that Brazil and Portugal share. */
export const pt: MailTexts = {
  giftCard: {
    title: (site) => `O seu cartão-presente da loja ${site}`,
    titleFrom: (giver, site) => `${giver} enviou-lhe um cartão-presente da loja ${site}`,
    subject: (title, amount) => `${title}: ${amount}`,
    balance: 'Saldo',
    rest: 'Saldo restante',
    spend: 'Pode utilizar o cartão em uma ou mais compras. O valor que não gastar fica no cartão.',
    enterCode: 'Insira este código ao finalizar a compra:',
    shop: (site) => `Comprar em ${site}`,
    lastDay: (day) => `Válido até ${day}, inclusive (UTC).`,
    mistake: 'Se não esperava este cartão ou se algo estiver errado, responda a este e-mail.',
  },
  restock: {
    headline: 'Disponível novamente',
    subject: (product) => `Disponível novamente: ${product}`,
    see: (site) => `Ver em ${site}`,
    why: 'Recebeu este e-mail porque pediu um aviso para quando este artigo voltasse a estar disponível. É o único e-mail sobre ele. Para receber outro da próxima vez, inscreva-se novamente na lista de espera.',
    leave: 'Sair de todas as listas de espera desta loja',
  },
  reviewRequest: {
    headline: 'O que acha?',
    subject: (site) => `O que acha da sua encomenda em ${site}?`,
    reminder: (site) => `Lembrete: o que acha da sua encomenda em ${site}?`,
    ask: 'Diga a outros clientes o que pensa destes artigos. Todas as opiniões ajudam, boas ou más.',
    write: 'Escrever uma avaliação',
    why: (site) => `Recebeu este e-mail porque fez uma encomenda em ${site}.`,
    whyReminded: (site) => `Recebeu este e-mail porque fez uma encomenda em ${site}. É o último sobre esta encomenda.`,
    leave: 'Não receber mais e-mails a pedir avaliações',
  },
  unsubscribe: {
    restock: {
      question: (store) => `Sair de todas as listas de espera de ${store}?`,
      effect: 'Não receberá mais e-mails quando houver artigos novamente disponíveis.',
      button: 'Sair de todas as listas de espera',
      done: (store) => `Saiu de todas as listas de espera de ${store}`,
      after:
        'Não receberá mais e-mails quando houver artigos novamente disponíveis. Para voltar a receber um aviso, inscreva-se numa lista de espera na loja.',
    },
    review: {
      question: (store) => `Não receber mais e-mails de ${store} a pedir avaliações?`,
      effect: 'Não receberá mais e-mails a pedir que avalie uma encomenda.',
      button: 'Não receber mais estes e-mails',
      done: (store) => `${store} não lhe pedirá mais avaliações`,
      after: 'Não receberá mais e-mails a pedir que avalie uma encomenda. Se mudar de ideias, escreva à loja.',
    },
    invalid: 'Esta ligação não é válida',
    invalidHelp: 'Expirou ou está incompleta. Abra a ligação no e-mail mais recente da loja ou responda a esse e-mail.',
    failed: 'Não funcionou',
    failedHelp: 'Aguarde um minuto e tente novamente.',
  },
};
