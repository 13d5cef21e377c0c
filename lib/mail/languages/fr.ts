import type { MailTexts } from './texts.ts';

export const fr: MailTexts = {
  giftCard: {
    title: (site) => `Votre carte cadeau ${site}`,
    titleFrom: (giver, site) => `${giver} vous offre une carte cadeau ${site}`,
    subject: (title, amount) => `${title}\u00a0: ${amount}`,
    balance: 'Solde',
    rest: 'Solde restant',
    spend: 'Vous pouvez utiliser la carte en une ou plusieurs commandes. Le montant non dépensé reste sur la carte.',
    enterCode: 'Saisissez ce code au moment du paiement\u00a0:',
    shop: (site) => `Acheter chez ${site}`,
    lastDay: (day) => `Valable jusqu’au ${day} inclus (UTC).`,
    mistake: 'Si vous n’attendiez pas cette carte ou en cas d’erreur, répondez à cet e-mail.',
  },
  restock: {
    headline: 'De nouveau en stock',
    subject: (product) => `De nouveau en stock\u00a0: ${product}`,
    see: (site) => `Voir l’article chez ${site}`,
    why: 'Vous recevez cet e-mail parce que vous avez demandé une alerte de retour en stock pour cet article. Nous ne vous en enverrons pas d’autre à ce sujet. Pour recevoir une alerte la prochaine fois, inscrivez-vous de nouveau sur la liste d’attente.',
    leave: 'Quitter toutes les listes d’attente de cette boutique',
  },
  reviewRequest: {
    headline: 'Cela vous plaît-il\u00a0?',
    subject: (site) => `Que pensez-vous de votre commande chez ${site}\u00a0?`,
    reminder: (site) => `Rappel\u00a0: que pensez-vous de votre commande chez ${site}\u00a0?`,
    ask: 'Dites aux autres clients ce que vous pensez de ces articles. Chaque avis est utile, bon ou mauvais.',
    write: 'Écrire un avis',
    why: (site) => `Vous recevez cet e-mail parce que vous avez commandé chez ${site}.`,
    whyReminded: (site) =>
      `Vous recevez cet e-mail parce que vous avez commandé chez ${site}. C’est le dernier au sujet de cette commande.`,
    leave: 'Ne plus recevoir d’e-mails demandant un avis',
  },
  unsubscribe: {
    restock: {
      question: (store) => `Quitter toutes les listes d’attente de ${store}\u00a0?`,
      effect: 'Vous ne recevrez plus d’e-mail lorsque des articles seront de nouveau en stock.',
      button: 'Quitter toutes les listes d’attente',
      done: (store) => `Vous avez quitté toutes les listes d’attente de ${store}`,
      after:
        'Vous ne recevrez plus d’e-mail lorsque des articles seront de nouveau en stock. Pour recevoir une nouvelle alerte, inscrivez-vous sur une liste d’attente dans la boutique.',
    },
    review: {
      question: (store) => `Ne plus recevoir d’e-mails de ${store} demandant un avis\u00a0?`,
      effect: 'Vous ne recevrez plus d’e-mail vous demandant votre avis sur une commande.',
      button: 'Ne plus recevoir ces e-mails',
      done: (store) => `${store} ne vous demandera plus d’avis`,
      after:
        'Vous ne recevrez plus d’e-mail vous demandant votre avis sur une commande. Si vous changez d’avis, écrivez à la boutique.',
    },
    invalid: 'Ce lien n’est pas valide',
    invalidHelp:
      'Il a expiré ou il est incomplet. Ouvrez le lien du dernier e-mail de la boutique, ou répondez à cet e-mail.',
    failed: 'Cela n’a pas fonctionné',
    failedHelp: 'Attendez une minute, puis réessayez.',
  },
};
