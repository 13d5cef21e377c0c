/** Storefront page: customers, their standing, export and deletion. */
import * as z from 'zod/mini';
import { notFoundWhen } from '../../schema/errors.ts';
import { field, idOf, inputOf, shownInteger, shownOf } from '../../schema/field.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { payloadPage } from '../../schema/paging.ts';
import { storeId } from '../stores/fields.ts';
import { customerExport } from './export-fields.ts';
import { customerId, standingOf } from './fields.ts';

/** What a place that no page ended with is refused with. */
export const wrongPlace = { message: 'after must be the next of a page' } as const;

/** Where a page goes on: a part of what is kept, and the last thing of it that was told. */
const exportPlace = /^(?:own|waitlist|orders)(?:\.[A-Za-z0-9_#]{1,140}){0,2}$/;

export const exportCustomer = invocable({
  name: 'export-customer',
  group: 'operator',
  summary: 'Tell everything the service keeps of a customer, a page at a time',
  words: {
    text: 'Tells everything the service keeps of a customer: themselves, their addresses and reviews, what their mail address waits for, their orders, and the entries of gift cards that name them. It does not tell what others wrote to their mail address: gift cards that someone else bought, or that staff issued, and the lines of those orders.',
    same: reads,
  },
  payload: inputOf({
    store_id: storeId,
    customer_id: customerId('Whose records are told.', 'cus_alan'),
    after: field({
      input: z.nullish(
        z.string({ error: wrongPlace.message }).check(z.regex(exportPlace, { error: wrongPlace.message })),
      ),
      words: 'The `next` of the previous page, of this same customer. Leave it out for the first page.',
      example: undefined,
    }),
    limit: payloadPage({ resource: 'customer' }).limit,
  }),
  result: customerExport,
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
  words: {
    text: 'Bans or shadowbans a customer, or lifts that. Their reviews and the ratings of the products follow, a page at a time; hidden reviews stay hidden.',
    same: 'The same standing has no further effect; `reviews_changed` counts what this call changed.',
  },
  payload: inputOf({
    store_id: storeId,
    customer_id: customerId('Whose standing changes.', 'cus_alan'),
    standing: standingOf('How the store regards them from now on.', 'shadowbanned'),
  }),
  result: shownOf({
    customer_id: idOf('customer', { words: 'Whose standing it is.', example: 'cus_alan' }),
    standing: standingOf('How the store regards them now.', 'shadowbanned'),
    reviews_changed: shownInteger({
      words: 'Reviews whose status this call changed; 0 when the call is repeated.',
      example: 0,
    }),
  }),
  takesLong: true,
  errors: [notFoundWhen('the customer does not exist')],
  reach: ['Query', 'PutItem', 'UpdateItem'],
});

export const deleteCustomer = invocable({
  name: 'delete-customer',
  group: 'operator',
  summary:
    'Delete a customer with addresses, reviews and waitlist entries; orders and gift cards tell nothing of them any more',
  words: {
    text: 'Deletes a customer with their addresses, reviews and waitlist entries; ratings follow. Their orders, and the gift cards bought or paid with by them, keep ids and amounts; notes, messages and mail addresses on them become null, and so do their names in ledgers. A pending order that is paid later issues its cards without mail, unless a line names a recipient. [What stays](/docs/project/security.html#what-stays-of-a-deleted-customer) are gifts of others to their address, notes of staff in ledgers, and for a while replies, messages and backups. There is no way back.',
    same: 'The same `customer_id` answers the same, though nothing is left to delete. A customer the store never had is `NOT_FOUND`.',
  },
  payload: inputOf({ store_id: storeId, customer_id: customerId('The customer to delete.', 'cus_margaret') }),
  result: shownOf({
    customer_id: idOf('customer', { words: 'The customer that is gone.', example: 'cus_margaret' }),
    deleted: field({
      shown: z.literal(true),
      words: 'Always `true`: the customer, and everything that was theirs, is gone.',
      example: true,
    }),
  }),
  takesLong: true,
  errors: [notFoundWhen('the store never had the customer')],
  reach: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem', 'SendMessage waitlist'],
});
