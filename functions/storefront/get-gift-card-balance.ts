import { storefrontQuery } from '../../lib/chain/storefront.ts';
import { availableTo } from '../../lib/ledger/hold-rules.ts';
import { statusOf } from '../../lib/ledger/rules.ts';
import { getGiftCardBalance } from '../../lib/resources/gift-cards/functions.ts';
import * as typedCodes from '../../lib/resources/gift-cards/typed-code-records.ts';

export const handler = storefrontQuery(getGiftCardBalance, async ({ store, payload, now, cleared }) => {
  const card = await typedCodes.get(store.id, payload, { now, cleared, operation: getGiftCardBalance.name });
  const { id, last4, currency, balance, expires_at } = card;

  const available = availableTo(card, payload.checkout_id ?? undefined, now);

  return { gift_card_id: id, last4, currency, balance, available, status: statusOf(card, now), expires_at };
});
