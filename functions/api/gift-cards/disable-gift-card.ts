import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { disable } from '../../../lib/ledger/rules.ts';
import { disableGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { view } from '../../../lib/resources/gift-cards/rules.ts';

export const handler = command(disableGiftCard, async ({ store, path, caller, now, newId }) => {
  const [card, { actor }] = await Promise.all([giftCards.get(store.id, path.gift_card_id), caller()]);

  const change = disable(card, { actor, now, transactionId: newId('giftCardTransaction') });

  return {
    writes: change.transaction ? giftCards.replace(store.id, card, change, now) : [],
    reply: ok(view(change.next, now)),
  };
});
