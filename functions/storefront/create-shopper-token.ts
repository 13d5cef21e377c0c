import { storefrontQuery } from '../../lib/chain/storefront.ts';
import * as customers from '../../lib/resources/customers/records.ts';
import * as orders from '../../lib/resources/orders/records.ts';
import { createShopperToken } from '../../lib/resources/shopper-tokens/functions.ts';
import { sign } from '../../lib/resources/shopper-tokens/records.ts';
import { claimsOf, customerIn, expiryOf } from '../../lib/resources/shopper-tokens/rules.ts';
import { notFound } from '../../lib/schema/errors.ts';

export const handler = storefrontQuery(createShopperToken, async ({ store, payload, now }) => {
  const claims = claimsOf(payload);
  const customer = customerIn(claims);
  const [, order] = await Promise.all([
    customer && customers.get(store.id, customer),
    claims.order_id && orders.get(store.id, claims.order_id),
  ]);
  if (order && order.customer_id !== customer) throw notFound();

  const expires_at = expiryOf(payload, now);
  return { token: await sign(claims, expires_at), expires_at };
});
