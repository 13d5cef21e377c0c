/** Storefront page: store credit at checkout. */
import * as z from 'zod/mini';
import { notFoundWhen } from '../../schema/errors.ts';
import { exampleOutput } from '../../schema/examples.ts';
import { field, inputOf, shownInteger, shownOf, shownText } from '../../schema/field.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { timestamp } from '../../schema/times.ts';
import { customerId } from '../customers/fields.ts';
import { checkoutHolds, holdFields, tooManyLines } from '../gift-cards/checkout-fields.ts';
import { amount, checkoutId } from '../gift-cards/fields.ts';
import { storeId } from '../stores/fields.ts';

const unknownCustomer = notFoundWhen('the customer does not exist');

const expiringAmount = shownOf({
  amount: shownInteger({ words: 'Balance that expires at this time.', example: 800 }),
  expires_at: field({ shown: timestamp, words: 'When it expires.', example: '2029-12-31T23:59:59Z' }),
});

export const getStoreCreditBalance = invocable({
  name: 'get-store-credit-balance',
  group: 'storefront',
  summary: "Get a customer's store credit",
  words:
    "Returns the sum of the customer's active store credits and the amount that a checkout could spend, for an account page or the checkout. Disabled and expired credits are not counted. It does not reserve funds: another checkout may take the available amount a moment later.",
  same: reads,
  payload: inputOf({
    store_id: storeId,
    customer_id: customerId('The customer who has the store credit.', 'cus_grace'),
    checkout_id: field({
      input: z.nullish(checkoutId.input),
      words:
        'The checkout of the customer: its own holds count as available. If omitted, all holds count as unavailable.',
      example: 'checkout_43',
    }),
  }),
  result: shownOf({
    currency: shownText({ words: 'Currency of all amounts (ISO 4217): the currency of the store.', example: 'USD' }),
    balance: shownInteger({
      words:
        'Sum of the balances of the active credits, in the smallest unit of the currency, including funds held by open checkouts.',
      example: 2800,
    }),
    available: shownInteger({
      words:
        'Amount that this checkout could spend now: its own holds plus the free balances of the active credits. A checkout has at most 10 payments, so a customer with more credits may be able to hold less at once.',
      example: 2800,
    }),
    expiring: field({
      shown: z.array(expiringAmount),
      words: 'The parts of `balance` that expire, soonest first. The rest does not expire.',
      example: [exampleOutput(expiringAmount)],
    }),
  }),
  errors: [unknownCustomer],
  readOnly: true,
});

export const holdStoreCredit = invocable({
  name: 'hold-store-credit',
  group: 'storefront',
  summary: 'Hold store credit',
  words:
    "Reserves as much of `amount` as the gift cards of the checkout leave and the customer's active store credits cover, possibly 0: first the credit that expires soonest, then the oldest. No other checkout can spend held funds. The credits come after the gift cards of the checkout; together they are at most 10 payments. If one of the holds has expired, `record-order` refuses the order until you release the hold or set it again. The order must be of the same customer.",
  same: 'With the same checkout, the call replaces the store credits that the checkout holds. A credit that has expired or was disabled since keeps what it holds for the checkout.',
  payload: inputOf({
    store_id: storeId,
    ...holdFields,
    checkout_id: { ...checkoutId, example: 'checkout_43' },
    customer_id: customerId('The customer who pays.', 'cus_grace'),
    at_most: field({
      input: z.nullish(amount('at_most')),
      words: 'The largest amount of store credit to hold. If omitted, as much as possible.',
      example: undefined,
    }),
  }),
  result: shownOf({
    held: shownInteger({ words: 'Amount of store credit that is on hold for the checkout.', example: 2800 }),
    remainder: shownInteger({
      words:
        "Amount to charge to the buyer's payment card: `amount` minus the holds of all cards and store credits of the checkout, at least 0.",
      example: 3200,
    }),
    holds: field({
      shown: checkoutHolds,
      words: 'The holds of the checkout, in order of joining.',
      example: [
        { store_credit_id: 'scr_00reward', held: 800 },
        { store_credit_id: 'scr_00apology', held: 2000 },
      ],
    }),
  }),
  errors: [
    unknownCustomer,
    {
      code: 'INVALID_FIELD',
      message: 'The store credit is in USD',
      when: 'the store credit or a gift card of the checkout is in another currency',
    },
    tooManyLines,
  ],
  reach: ['PutItem', 'DeleteItem'],
});

export const releaseStoreCredit = invocable({
  name: 'release-store-credit',
  group: 'storefront',
  summary: 'Release holds on store credit',
  words:
    'Releases the store credit that a checkout held, for example when the customer decides to keep it. The gift cards of the checkout stay.',
  same: 'With the same checkout, no store credit is held any more, and `released` is 0.',
  payload: inputOf({ store_id: storeId, checkout_id: { ...checkoutId, example: 'checkout_42' } }),
  result: shownOf({
    released: shownInteger({
      words: 'Amount that this call released, in the smallest unit of the currency.',
      example: 0,
    }),
  }),
  errors: [],
  reach: ['PutItem', 'DeleteItem'],
});
