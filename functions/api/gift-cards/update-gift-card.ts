import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { update } from '../../../lib/ledger/rules.ts';
import { updateGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { view } from '../../../lib/resources/gift-cards/rules.ts';

export const handler = command(updateGiftCard, async ({ store, path, body, now }) => {
  const card = await giftCards.get(store.id, path.gift_card_id);

  const change = update(card, body, now);

  return { writes: giftCards.replace(store.id, card, change, now), reply: ok(view(change.next, now)) };
});
