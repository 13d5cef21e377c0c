/** The balance of a gift card by its code, for the storefront function and for calls with a shopper token. */
import { availableTo } from '../ledger/hold-rules.ts';
import { statusOf } from '../ledger/rules.ts';
import type { getGiftCardBalance } from '../resources/gift-cards/functions.ts';
import * as typedCodes from '../resources/gift-cards/typed-code-records.ts';
import type { ResultOf } from '../schema/invocable.ts';

interface Request {
  store: { id: string };
  payload: Parameters<typeof typedCodes.get>[1];
  now: string;
  /** Name of the function, for the metric that an alarm watches. */
  operation: string;
  cleared(): Promise<unknown>;
}

/** The balance of the card. Throws as `typedCodes.get` does. */
export async function balanceOf({ store, payload, ...call }: Request): Promise<ResultOf<typeof getGiftCardBalance>> {
  const card = await typedCodes.get(store.id, payload, call);
  const { id, last4, currency, balance, expires_at } = card;

  const available = availableTo(card, payload.checkout_id ?? undefined, call.now);

  return { gift_card_id: id, last4, currency, balance, available, status: statusOf(card, call.now), expires_at };
}
