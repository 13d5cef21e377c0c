/** The objects and bodies of the contract's section "Restock waitlist". */
import * as z from 'zod/mini';
import { field, idOf, objectOf, shownInteger, shownOf, shownText } from '../../schema/field.ts';
import { id } from '../../schema/ids.ts';
import { timestamp } from '../../schema/times.ts';
import { mailAddress } from '../../schema/values.ts';
import { delivery } from '../catalog/fields.ts';
import { storeId } from '../stores/fields.ts';

const waiting =
  'Shoppers waiting across all variants: each pair of variant and email address counts once, until its restock email is sent.';

/** Contract, "Waitlisted product object"; the Product fields as the decisions name them. */
export const waitlistedProduct = objectOf('WaitlistedProduct', {
  id: idOf('product', { words: 'Public id of the product, `pro_…`.', example: 'pro_cup' }),
  name: shownText({ words: 'Name of the product, as imported; `search` looks in it.', example: 'Porcelain cup' }),
  status: shownText({
    words: 'Status of the product in your own system, such as `active` or `archived`, as imported.',
    example: 'active',
  }),
  description: shownText({ words: 'Text, as imported; may be empty.', example: 'Thin porcelain, 150 ml.' }),
  delivery,
  review_count: shownInteger({ words: 'Number of reviews with status `published`.', example: 2, absent: 0 }),
  rating_average: field({
    shown: z.nullable(z.number()),
    words: 'Average stars of the published reviews, rounded to two decimals; null without published reviews.',
    example: 2.5,
  }),
  waiting_count: field({ shown: z.int().check(z.gte(1)), words: `${waiting} At least 1 in this list.`, example: 2 }),
  created_at: field({
    shown: timestamp,
    words: 'When the product was created, as imported.',
    example: '2026-01-02T09:00:00Z',
  }),
  updated_at: field({
    shown: timestamp,
    words: 'When the product was last changed, as imported.',
    example: '2026-01-02T09:00:00Z',
  }),
});

export type WaitlistedProduct = z.output<typeof waitlistedProduct>;

/** Contract, "Waitlist count object", in its envelope. */
export const productWaitlist = objectOf('ProductWaitlist', {
  data: field({
    shown: shownOf({
      product_id: idOf('product', { words: 'The requested product.', example: 'pro_cup' }),
      waiting_count: field({
        shown: z.int().check(z.gte(0)),
        words: `${waiting} 0 if no shopper waits.`,
        example: 2,
      }),
    }),
    words: 'The count of waiting shoppers.',
    example: { product_id: 'pro_cup', waiting_count: 2 },
  }),
});

/** The variant in a payload; the arguments are its values in the example. */
export const variantOfProduct = (product: string, variant: string) => ({
  store_id: storeId,
  product_id: field({
    input: id('product_id', 'product'),
    words: 'The product that has the variant.',
    example: product,
  }),
  variant_id: field({
    input: id('variant_id', 'variant'),
    words: 'The variant; it must belong to the product.',
    example: variant,
  }),
});

/** The email address of a shopper. */
export const emailOf = (words: string) =>
  field({
    input: mailAddress('email', 'email is required'),
    words,
    personal: true,
    example: 'ada@example.com',
  });

/** Whether a shopper waits for a variant now. */
export const waitingShown = <const Waiting extends boolean>(
  waiting: Waiting,
  words: Record<'variant' | 'waiting', string>,
) =>
  shownOf({
    product_id: idOf('product', { words: 'The product that has the variant.', example: 'pro_teapot' }),
    variant_id: idOf('variant', { words: words.variant, example: 'prv_teapotsmall' }),
    waiting: field({ shown: z.literal(waiting), words: words.waiting, example: waiting }),
  });

/** The variant of a restock. */
export const restockedVariant = (product: string, variant: string) => ({
  product_id: idOf('product', { words: 'The product that is back in stock.', example: product }),
  variant_id: idOf('variant', { words: 'The variant that is back in stock.', example: variant }),
});

/** A shopper and the variant they wait for. */
export interface Shopper {
  product_id: string;
  variant_id: string;
  email: string;
}
