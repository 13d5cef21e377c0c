/** The fields of shopper tokens (Storefront parts page, 3). */
import * as z from 'zod/mini';
import { exampleTime, field, inputOf, objectOf, shownOf, shownText } from '../../schema/field.ts';
import { id, replyId } from '../../schema/ids.ts';
import { limits } from '../../schema/limits.ts';
import { listOf } from '../../schema/paging.ts';
import { type Scope, scopes } from '../../schema/shop-call.ts';
import { requiredOr, text } from '../../schema/text.ts';
import { timestamp } from '../../schema/times.ts';
import { integer, mailAddress } from '../../schema/values.ts';
import { review } from '../reviews/fields.ts';
import { storeId } from '../stores/fields.ts';

const scopeWords: Readonly<Record<Scope, string>> = {
  review: 'Post and edit reviews, and list the products that can be reviewed. Needs `customer_id`.',
  waitlist: 'Join a waitlist.',
  balance: 'Get the balance of a gift card.',
};

const wrongScopes = `scopes must be any of ${scopes.join(', ')}`;

const seconds = limits.shopperToken;

export const shopperTokenInput = inputOf({
  store_id: storeId,
  customer_id: field({
    input: z.nullish(id('customer_id', 'customer')),
    words: 'The customer, if signed in.',
    example: 'cus_ada',
  }),
  email: field({
    input: z.nullish(mailAddress('email')),
    words: 'The email address of a shopper without an account, if your shop has verified it.',
    example: undefined,
    personal: true,
  }),
  visitor: field({
    input: z.nullish(text({ label: 'visitor', max: limits.visitor })),
    words: `Your own name for a shopper who is not signed in, 1 to ${limits.visitor} characters. The limits of the calls count by it, so use what a shopper cannot renew at will.`,
    example: undefined,
    personal: true,
  }),
  order_id: field({
    input: z.nullish(id('order_id', 'order')),
    words: "An order of the customer. If given, the scope `review` is limited to the order's products.",
    example: undefined,
  }),
  scopes: field({
    input: z
      .array(z.enum(scopes, { error: wrongScopes }), { error: requiredOr('scopes is required', wrongScopes) })
      .check(
        z.refine((given) => given.length > 0 && new Set(given).size === given.length, {
          error: 'scopes must contain at least one scope, and each one once',
        }),
      ),
    words: { text: 'What the token allows.', values: scopeWords },
    example: ['review', 'waitlist'],
  }),
  expires_in: field({
    input: z.nullish(
      integer({
        label: 'expires_in',
        min: 1,
        max: seconds.atMost,
        outside: `expires_in must be between 1 and ${seconds.atMost}`,
      }),
    ),
    words: `Seconds for which the token is valid, 1 to ${seconds.atMost}. If omitted, ${seconds.usual}.`,
    example: undefined,
  }),
});

export type ShopperTokenInput = z.output<typeof shopperTokenInput>;

export const shopperToken = shownOf({
  token: field({
    shown: z.string(),
    words: 'The token. Your page sends it as `Authorization: Shopper <token>`.',
    example: 'sht1.eyJzdG9yZSI6InN0b19kZW1vIiwic2NvcGVzIjpbInJldmlldyJdfQ.4Zj0vQm8c2Xx1r7Yk5Tn9LwBpE3sHd6GaFuJoViKeRM',
    secret: true,
  }),
  expires_at: field({ shown: timestamp, words: 'When the token expires.', example: exampleTime }),
});

/** A product that the shopper may review. */
export const reviewableProduct = objectOf('ReviewableProduct', {
  order_id: field({
    shown: replyId('order'),
    words: 'The order with which the customer bought the product last.',
    example: 'ord_demo',
  }),
  product_id: field({ shown: replyId('product'), words: 'The product.', example: 'pro_book' }),
  variant_id: field({ shown: replyId('variant'), words: 'The variant bought.', example: 'prv_book' }),
  product_name: shownText({ words: 'Name of the product.', example: 'The art of tea' }),
  image_url: field({
    shown: z.nullable(z.string()),
    words: 'Address of a picture of the product; null without one.',
    example: null,
  }),
  review: field({
    shown: z.nullable(review),
    words: "The customer's review of the product; null if they have not reviewed it.",
    example: null,
  }),
});

export type ReviewableProduct = z.output<typeof reviewableProduct>;

export const reviewableProducts = listOf(reviewableProduct, {
  of: `products that the customer may review, up to ${limits.reviewable}`,
  hasMore: 'Whether the customer may review more products.',
});
