/** Storefront parts page, 3: tokens for the pages of a shop. */
import { type ErrorRow, notFoundWhen } from '../../schema/errors.ts';
import { invocable } from '../../schema/invocable.ts';
import { shopperToken, shopperTokenInput } from './fields.ts';

const invalid = (message: string, when: string): ErrorRow => ({ code: 'INVALID_FIELD', message, when });

export const createShopperToken = invocable({
  name: 'create-shopper-token',
  group: 'storefront',
  summary: 'Create a shopper token',
  words:
    'Creates a token with which the browser of one shopper calls the addresses under `/shop/v1/`. Exactly one of `customer_id`, `email` and `visitor` says who the shopper is. The service stores nothing: the token is a signed statement, and ends when it expires or when its customer is deleted or banned.',
  same: 'Each call creates another token; earlier tokens work until they expire.',
  payload: shopperTokenInput,
  result: shopperToken,
  errors: [
    notFoundWhen('the customer does not exist, or has no such order'),
    invalid(
      'Exactly one of customer_id, email and visitor is needed',
      'the payload has none of these fields, or more than one',
    ),
    invalid('The scope review needs customer_id', 'the scope `review` is for a shopper without an account'),
    invalid('order_id needs the scope review', 'the payload has `order_id` but not the scope `review`'),
  ],
  readOnly: true,
  reach: ['GetSecretValue key'],
});
