import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { adjust } from '../../../lib/ledger/hold-rules.ts';
import { adjustGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { view } from '../../../lib/resources/gift-cards/rules.ts';

export const handler = command(adjustGiftCard, async ({ store, path, body, caller, now, newId }) => {
  const [card, { actor }] = await Promise.all([giftCards.get(store.id, path.gift_card_id), caller()]);

  const change = adjust(card, body, { actor, now, transactionId: newId('giftCardTransaction') });

  return { writes: giftCards.replace(store.id, card, change, now), reply: ok(view(change.next, now)) };
});
