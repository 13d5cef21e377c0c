/** Contract, "Restock waitlist": what its objects and bodies hold. */
import * as z from 'zod/mini';
import { field, idOf, objectOf, shownInteger, shownText } from '../../schema/field.ts';
import { id, replyId } from '../../schema/ids.ts';
import { mailAddress } from '../../schema/mail-address.ts';
import { timestamp } from '../../schema/times.ts';
import { storeId } from '../stores/fields.ts';

const waiting =
  'Shoppers waiting across all variants: each pair of variant and mail address counts once, and no longer once its restock mail is sent.';

/** What each kind of delivery means, for the reference. */
export const deliveryWords = {
  physical: 'Is shipped.',
  digital: 'Is downloaded: its variants carry digital files.',
  gift_card: 'Becomes gift cards when the order is paid.',
};

/** Contract, "Waitlisted product object"; the Product fields as the decisions name them. */
export const waitlistedProduct = objectOf('WaitlistedProduct', {
  id: idOf('product', { words: 'Public id of the product, `pro_…`.', example: 'pro_cup' }),
  name: shownText({ words: 'Name as it was imported, by which `search` finds it.', example: 'Porcelain cup' }),
  status: shownText({
    words: "The store's own word for it, such as `active` or `archived`, as it was imported.",
    example: 'active',
  }),
  description: shownText({ words: 'Text as it was imported; may be empty.', example: 'Thin porcelain, 150 ml.' }),
  delivery: field({
    shown: z.enum(['physical', 'digital', 'gift_card']),
    words: { text: 'How buyers get the product.', values: deliveryWords },
    example: 'physical',
  }),
  review_count: shownInteger({ words: 'Reviews with status `published`.', example: 2, absent: 0 }),
  rating_average: field({
    shown: z.nullable(z.number()),
    words: 'Mean rating of the published reviews, rounded to two decimals; null while there are none.',
    example: 2.5,
  }),
  waiting_count: field({ shown: z.int().check(z.gte(1)), words: `${waiting} At least 1 in this list.`, example: 2 }),
  created_at: field({
    shown: timestamp,
    words: 'When the product was created, as it was imported.',
    example: '2026-01-02T09:00:00Z',
  }),
  updated_at: field({
    shown: timestamp,
    words: 'When the product was last changed, as it was imported.',
    example: '2026-01-02T09:00:00Z',
  }),
});

export type WaitlistedProduct = z.output<typeof waitlistedProduct>;

/** Contract, "Waitlist count object", in its envelope. */
export const productWaitlist = objectOf('ProductWaitlist', {
  data: field({
    shown: z.object({ product_id: replyId('product'), waiting_count: z.int().check(z.gte(0)) }),
    words: {
      text: 'The count, in an envelope of its own.',
      fields: { product_id: 'The product that was asked for.', waiting_count: `${waiting} 0 when nobody waits.` },
    },
    example: { product_id: 'pro_cup', waiting_count: 2 },
  }),
});

export const variantOfProduct = {
  store_id: storeId,
  product_id: id('product_id', 'product'),
  variant_id: id('variant_id', 'variant'),
};

export const variant = { product_id: replyId('product'), variant_id: replyId('variant') };

export const shopper = z.object({ ...variantOfProduct, email: mailAddress('email', 'email is required') });

/** A shopper and the variant they wait for. */
export type Shopper = Pick<z.output<typeof shopper>, 'product_id' | 'variant_id' | 'email'>;
