/** Storefront parts page, 3: a shopper enters the code of a gift card on a page of the shop. */
import { shopCall } from '../../schema/shop-call.ts';
import { getGiftCardBalance } from './functions.ts';

export const shopGetBalance = shopCall({
  name: 'shop-get-balance',
  summary: 'Get the balance of a gift card with a shopper token',
  method: 'POST',
  path: '/shop/v1/{store_id}/balance/',
  scope: 'balance',
  of: getGiftCardBalance,
  given: ['shopper'],
});
