/** Storefront page: customers, their standing, export and deletion. */
import * as z from 'zod/mini';
import { notFoundWhen } from '../../schema/errors.ts';
import { id, replyId } from '../../schema/ids.ts';
import { invocable } from '../../schema/invocable.ts';
import { payloadPage } from '../../schema/paging.ts';
import { storeId } from '../stores/fields.ts';
import { exported } from './export-fields.ts';
import { standing } from './fields.ts';

/** What a place that no page ended with is refused with. */
export const wrongPlace = { message: 'after must be the next of a page' } as const;

/** Where a page goes on: a part of what is kept, and the last thing of it that was told. */
const exportPlace = /^(?:own|waitlist|orders)(?:\.[A-Za-z0-9_#]{1,140}){0,2}$/;

export const exportCustomer = invocable({
  name: 'export-customer',
  group: 'operator',
  summary: 'Tell everything the service keeps of a customer, a page at a time',
  payload: z.object({
    store_id: storeId,
    customer_id: id('customer_id', 'customer'),
    after: z.nullish(
      z.string({ error: wrongPlace.message }).check(z.regex(exportPlace, { error: wrongPlace.message })),
    ),
    limit: payloadPage({ resource: 'customer' }).limit,
  }),
  result: z.object({ data: z.array(exported), has_more: z.boolean(), next: z.nullable(z.string()) }),
  errors: [
    notFoundWhen('the customer does not exist'),
    { code: 'INVALID_FIELD', message: wrongPlace.message, when: 'after is not the next of a page of this customer' },
  ],
  readOnly: true,
  reach: ['Query'],
});

export const setCustomerStanding = invocable({
  name: 'set-customer-standing',
  group: 'operator',
  summary: 'Ban or shadowban a customer, or lift that; their reviews follow',
  payload: z.object({ store_id: storeId, customer_id: id('customer_id', 'customer'), standing }),
  result: z.object({ customer_id: replyId('customer'), standing, reviews_changed: z.int() }),
  takesLong: true,
  errors: [notFoundWhen('the customer does not exist')],
  reach: ['Query', 'PutItem', 'UpdateItem'],
});

export const deleteCustomer = invocable({
  name: 'delete-customer',
  group: 'operator',
  summary:
    'Delete a customer with addresses, reviews and waitlist entries; orders and gift cards tell nothing of them any more',
  payload: z.object({ store_id: storeId, customer_id: id('customer_id', 'customer') }),
  result: z.object({ customer_id: replyId('customer'), deleted: z.literal(true) }),
  takesLong: true,
  errors: [notFoundWhen('the store never had the customer')],
  reach: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem', 'SendMessage waitlist'],
});
