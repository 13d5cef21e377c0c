/** Storefront page: who waits for a variant, and restocks. */
import * as z from 'zod/mini';
import { duplicateWhen, notFoundWhen } from '../../schema/errors.ts';
import { callersId, id } from '../../schema/ids.ts';
import { invocable } from '../../schema/invocable.ts';
import { limits } from '../../schema/limits.ts';
import { timestamp } from '../../schema/times.ts';
import { storeId } from '../stores/fields.ts';
import { shopper, variant, variantOfProduct } from './fields.ts';

const unknownVariant = notFoundWhen('the product does not exist, or has no such variant');

export const joinWaitlist = invocable({
  name: 'join-waitlist',
  group: 'storefront',
  summary: 'Let a shopper wait for a variant; an address waits once, whatever its letter case',
  payload: z.object({ ...shopper.shape, site_id: z.nullish(id('site_id', 'site')) }),
  result: z.object({ ...variant, waiting: z.literal(true) }),
  errors: [notFoundWhen('the product or the site does not exist, or the product has no such variant')],
  reach: ['PutItem', 'UpdateItem', 'SendMessage waitlist'],
});

export const leaveWaitlist = invocable({
  name: 'leave-waitlist',
  group: 'storefront',
  summary: 'Let a shopper wait no longer',
  payload: shopper,
  result: z.object({ ...variant, waiting: z.literal(false) }),
  errors: [unknownVariant],
  reach: ['PutItem', 'UpdateItem', 'DeleteItem', 'SendMessage waitlist'],
});

const restockId = callersId('restock_id', limits.restockId);

export const restockVariant = invocable({
  name: 'restock-variant',
  group: 'storefront',
  summary: 'Email every shopper waiting for a variant once; each stops being counted as their mail is sent',
  payload: z.object({ ...variantOfProduct, restock_id: restockId }),
  result: z.object({ ...variant, notifying: z.int() }),
  errors: [unknownVariant, duplicateWhen('the restock has been of another variant')],
  reach: ['Query', 'PutItem', 'SendMessage waitlist'],
});

export const getRestock = invocable({
  name: 'get-restock',
  group: 'operator',
  summary: 'Tell how far the notification of a restock has come',
  payload: z.object({ store_id: storeId, restock_id: restockId }),
  result: z.object({
    restock_id: z.string(),
    ...variant,
    created_at: timestamp,
    notifying: z.int(),
    /** Shoppers whose mail has been queued. */
    notified: z.int(),
    done: z.boolean(),
    finished_at: z.nullable(timestamp),
  }),
  errors: [notFoundWhen('the store has no such restock')],
  readOnly: true,
  reach: ['Query'],
});
