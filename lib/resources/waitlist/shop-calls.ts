/** Storefront parts page, 3: a shopper joins a waitlist on a page of the shop. */
import { shopCall } from '../../schema/shop-call.ts';
import { joinWaitlist } from './functions.ts';

export const shopJoinWaitlist = shopCall({
  name: 'shop-join-waitlist',
  summary: 'Join a waitlist with a shopper token',
  method: 'POST',
  path: '/shop/v1/{store_id}/waitlist/',
  scope: 'waitlist',
  of: joinWaitlist,
  given: ['email'],
  reach: ['ConditionCheckItem'],
});
