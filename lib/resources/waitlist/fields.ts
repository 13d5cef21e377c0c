/** The objects and bodies of the contract's section "Restock waitlist". */
import * as z from 'zod/mini';
import { bodyOf, exampleTime, field, idOf, objectOf, shownInteger, shownOf } from '../../schema/field.ts';
import { id, replyId } from '../../schema/ids.ts';
import { limits } from '../../schema/limits.ts';
import { timestamp } from '../../schema/times.ts';
import { integer, mailAddress } from '../../schema/values.ts';
import { productFields, productTimes } from '../catalog/fields.ts';
import { storeId } from '../stores/fields.ts';

const waiting =
  'Shoppers waiting across all variants: each pair of variant and email address counts once, until its restock email is sent.';

/** Contract, "Waitlisted product object"; the Product fields as the decisions name them. */
export const waitlistedProduct = objectOf('WaitlistedProduct', {
  ...productFields,
  waiting_count: field({ shown: z.int().check(z.gte(1)), words: `${waiting} At least 1 in this list.`, example: 2 }),
  ...productTimes,
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

/** An entry of a waitlist, as the list of a customer shows it (Staff console page, "Reads of what is mirrored"). */
export const waitlistEntry = objectOf('WaitlistEntry', {
  id: idOf('waitlistEntry', {
    words: 'Public id of the entry, `wle_…`, as in events.',
    example: 'wle_01khdq50148v3k5x9w2t6r0ybn',
  }),
  product_id: idOf('product', { words: 'The product that the customer waits for.', example: 'pro_teapot' }),
  product_name: field({
    shown: z.nullable(z.string()),
    words: 'Name of the product, as imported.',
    example: 'Stoneware teapot',
  }),
  variant_id: idOf('variant', { words: 'The variant that the customer waits for.', example: 'prv_teapotsmall' }),
  variant_name: field({
    shown: z.nullable(z.string()),
    words:
      'Name of the variant, as imported; may be empty. Null if the product no longer has the variant; the entry then ends.',
    example: 'Small',
  }),
  site_id: field({
    shown: z.nullable(replyId('site')),
    words: 'The site that the customer joined from; null for the first site of the store.',
    example: null,
  }),
  locale: field({
    shown: z.nullable(z.string()),
    words: 'Language of the restock email (BCP 47); null for the language of the site.',
    example: null,
  }),
  joined_at: field({ shown: timestamp, words: 'When the customer joined the waitlist.', example: exampleTime }),
});

export type ShownWaitlistEntry = z.output<typeof waitlistEntry>;

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

/** How many shoppers a restock notifies, in a payload or a body. */
export const notifyAtMost = field({
  input: z.nullish(
    integer({
      label: 'notify_at_most',
      min: 1,
      max: limits.notifiedAtMost,
      outside: `notify_at_most must be between 1 and ${limits.notifiedAtMost}`,
    }),
  ),
  words:
    'How many shoppers to notify, 1 to 1,000,000, in the order in which they joined. If a shopper leaves before their turn, the next one is notified instead. If omitted, all shoppers.',
  example: undefined,
});

/** Body of `createRestock`. */
export const restockInput = bodyOf('RestockInput', { notify_at_most: notifyAtMost });

/** The result of a restock. */
export const restocked = objectOf('Restock', {
  ...restockedVariant('pro_cup', 'prv_cup'),
  notifying: shownInteger({
    words: 'Number of shoppers waiting at the time of the call, or `notify_at_most` if that is less.',
    example: 2,
  }),
});

/** A shopper and the variant they wait for. */
export interface Shopper {
  product_id: string;
  variant_id: string;
  email: string;
}
