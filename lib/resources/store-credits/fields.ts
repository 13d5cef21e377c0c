/** The objects and bodies of store credits: what a shop owes one customer (money page, "Store credit"). */
import * as z from 'zod/mini';
import {
  adjustInputOf,
  initialValue,
  termFields,
  termInputs,
  transactionOf,
  updateInputOf,
  valueFields,
} from '../../ledger/fields.ts';
import { bodyOf, field, idOf, objectOf } from '../../schema/field.ts';
import { replyId } from '../../schema/ids.ts';
import { oneOf } from '../../schema/values.ts';

export const reasons = ['refund', 'goodwill', 'promotion', 'reward'] as const;

/** Why the store owes the credit: the liability is reported by reason. */
export type Reason = (typeof reasons)[number];

/** The meaning of each reason, for the reference. */
const reasonWords: Readonly<Record<Reason, string>> = {
  refund: 'Money of a refund that the customer keeps in the shop.',
  goodwill: 'An apology, for example for a late parcel.',
  promotion: 'Part of a promotion. It is a cost when it is spent, not a debt.',
  reward: 'A reward, for example for a recommendation.',
};

/** The reason of a credit, as a field. */
export const reasonField = (words: string) =>
  field({
    input: oneOf(reasons, {
      required: 'reason is required',
      wrong: 'reason must be refund, goodwill, promotion, or reward',
    }),
    shown: z.enum(reasons),
    words: { text: words, values: reasonWords },
    example: 'goodwill',
  });

/** The object of a store credit. */
export const storeCredit = objectOf('StoreCredit', {
  id: idOf('storeCredit', {
    words: 'Public id of the store credit, `scr_…`. Ids sort by time of creation.',
    example: 'scr_01khdq50068v3k5x9w2t6r0ybn',
  }),
  customer_id: field({
    shown: replyId('customer'),
    words: 'The customer who can spend the credit. Never changes.',
    example: 'cus_ada',
  }),
  ...valueFields('credit'),
  reason: reasonField('Why the store owes the credit. Never changes.'),
  ...termFields('credit'),
});

export type StoreCredit = z.output<typeof storeCredit>;

export const storeCreditTransaction = transactionOf('StoreCreditTransaction', {
  resource: 'storeCreditTransaction',
  noun: 'credit',
  example: 'sct_01khdq50078v3k5x9w2t6r0ybn',
  orders: 'The order that spent the balance, was refunded or cancelled, or was refunded with this credit',
});

/** Body of Create; money in the smallest unit of the store's currency. */
export const storeCreditInput = bodyOf('StoreCreditInput', {
  value: initialValue,
  reason: reasonField('Why the store owes the credit. It cannot be changed later.'),
  ...termInputs('credit', { example: 'The parcel was a week late' }),
});

export type StoreCreditInput = z.output<typeof storeCreditInput>;

export const updateStoreCreditInput = updateInputOf('UpdateStoreCreditInput', 'credit');

export const adjustStoreCreditInput = adjustInputOf('AdjustStoreCreditInput');
