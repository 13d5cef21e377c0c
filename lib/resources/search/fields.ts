/** Staff console page, "What the API gains": the fields of a search. */
import * as z from 'zod/mini';
import { bodyOf, field, objectOf, shownText } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import type { Area } from '../../schema/operation.ts';
import { text } from '../../schema/text.ts';

/** The types of results, and the area that a key needs to get them; null if every key gets them. */
export const searchedTypes = {
  customer: 'customers',
  product: null,
  order: 'gift_cards',
  gift_card: 'gift_cards',
  review: 'reviews',
  store_credit: 'store_credits',
} as const satisfies Readonly<Record<string, Area | null>>;

type SearchedType = keyof typeof searchedTypes;

/** The resources of those types. */
export type SearchedResource = 'customer' | 'product' | 'order' | 'giftCard' | 'review' | 'storeCredit';

/** Body of a search. */
export const searchInput = bodyOf('SearchInput', {
  query: field({
    input: text({ label: 'query', max: limits.searchQuery }),
    words: `What to look for, 1 to ${limits.searchQuery} characters; letter case is ignored, except in an id.`,
    example: 'hopper',
    personal: true,
  }),
});

/** A record that a search found. */
export const searchResult = objectOf('SearchResult', {
  type: field({
    shown: z.enum(Object.keys(searchedTypes) as [SearchedType, ...SearchedType[]]),
    words: {
      text: 'The type of the record.',
      values: {
        customer: '[Get the customer](/docs/api/get-customer.html) by the id.',
        product: '[Get the product](/docs/api/get-product.html) by the id.',
        order: '[Get the order](/docs/api/get-recorded-order.html) by the id.',
        gift_card: '[Get the gift card](/docs/api/get-gift-card.html) by the id.',
        review: '[Get the review](/docs/api/get-review.html) by the id.',
        store_credit:
          '[Get the store credit](/docs/api/get-store-credit.html) by the id and the customer id, which is the last word of `detail`.',
      },
    },
    example: 'customer',
  }),
  id: shownText({ words: 'Public id of the record.', example: 'cus_grace' }),
  title: shownText({
    words:
      'A short text for a list: the name of a customer or a product, the id of an order, the last four characters of a gift card code, the title of a review (its id if it has no title), the reason for a store credit.',
    example: 'Grace Hopper',
    personal: true,
  }),
  detail: shownText({
    words:
      'A second text: the email address of a customer, the status of a product and the number of its variants, the time of an order, the status and balance of a gift card, the status, balance and customer id of a store credit, the status and stars of a review.',
    example: 'grace@example.com',
    personal: true,
  }),
});

export type SearchResult = z.output<typeof searchResult>;
