/** Storefront page: customers, their standing, export and deletion. */
import * as z from 'zod/mini';
import { notFoundWhen } from '../../schema/errors.ts';
import { field, idOf, inputOf, shownInteger, shownOf } from '../../schema/field.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { payloadPage } from '../../schema/paging.ts';
import { mailAddress } from '../../schema/values.ts';
import { storeId } from '../stores/fields.ts';
import { customerExport } from './export-fields.ts';
import { customerId, standingOf } from './fields.ts';

/** The refusal of an `after` that no page returned. */
export const wrongPlace = { message: 'after must be the next of a page' } as const;

/** The cursor of a page: a group of records, and the last record that was returned. */
const exportPlace = /^(?:own|credits|waitlist|orders)(?:\.[A-Za-z0-9_#]{1,140}){0,2}$/;

export const exportCustomer = invocable({
  name: 'export-customer',
  group: 'operator',
  summary: "Export a customer's data",
  words:
    'Returns everything the service stores about a customer, a page at a time: their record and what belongs to them, such as addresses, reviews, waitlist entries and orders. It includes the gift card transactions with the customer as their actor. It does not return gift cards that others sent to their email address (bought by someone else or issued by staff), or the order lines that bought those cards.',
  same: reads,
  payload: inputOf({
    store_id: storeId,
    customer_id: customerId('The customer to export.', 'cus_alan'),
    after: field({
      input: z.nullish(z.string({ error: wrongPlace.message }).check(z.regex(exportPlace))),
      words: 'The `next` of the previous page for the same customer. Omit it for the first page.',
      example: undefined,
    }),
    limit: payloadPage({ resource: 'customer' }).limit,
  }),
  result: customerExport,
  errors: [
    notFoundWhen('the customer does not exist'),
    {
      code: 'INVALID_FIELD',
      message: wrongPlace.message,
      when: '`after` is not the `next` of a page for this customer',
    },
  ],
  readOnly: true,
  reach: ['Query', 'GetSecretValue key'],
});

export const setCustomerStanding = invocable({
  name: 'set-customer-standing',
  group: 'operator',
  summary: "Set a customer's standing",
  words:
    'Bans or shadowbans a customer, or restores their good standing. The status of their reviews and the ratings of the products change accordingly, a page at a time; hidden reviews stay hidden.',
  same: 'Setting the same standing again changes nothing; `reviews_changed` counts the reviews changed by this call.',
  payload: inputOf({
    store_id: storeId,
    customer_id: customerId('The customer to update.', 'cus_alan'),
    standing: standingOf('New standing of the customer.', 'shadowbanned'),
  }),
  result: shownOf({
    customer_id: idOf('customer', { words: 'The updated customer.', example: 'cus_alan' }),
    standing: standingOf('Current standing of the customer.', 'shadowbanned'),
    reviews_changed: shownInteger({
      words: 'Number of reviews changed by this call; 0 when the call is repeated.',
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
  summary: 'Delete a customer',
  words:
    'Deletes a customer with all that belongs only to them, such as addresses, reviews and waitlist entries, and updates the ratings. Their orders, and the gift cards they bought or paid with, keep ids and amounts; notes, messages, email addresses and their names in ledgers become null. If a pending order is paid later, its cards are issued without an email, unless a line names a recipient. [Some data is kept](/docs/project/security.html#what-stays-of-a-deleted-customer): gifts from others to their address, notes of staff in ledgers and, for a limited time, stored replies, queued messages and backups. A deletion cannot be undone.',
  same: 'With the same `customer_id`, the call returns the same result. A customer that the store never had is refused with `NOT_FOUND`.',
  payload: inputOf({ store_id: storeId, customer_id: customerId('The customer to delete.', 'cus_margaret') }),
  result: shownOf({
    customer_id: idOf('customer', { words: 'The deleted customer.', example: 'cus_margaret' }),
    deleted: field({
      shown: z.literal(true),
      words: 'Always `true`: the customer and their data are deleted.',
      example: true,
    }),
  }),
  takesLong: true,
  errors: [notFoundWhen('the store never had the customer')],
  reach: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem', 'SendMessage waitlist'],
});

export const forgetAddress = invocable({
  name: 'forget-address',
  group: 'operator',
  summary: 'Forget an email address on gift cards',
  words:
    'Removes an email address from every gift card that was emailed to it, regardless of who issued the card: `recipient_email` and `message` become null, and the language of the email is removed. Ids, amounts, codes and notes stay. If the email of a card is still to be sent, it is not sent: replace the code of the card to send it to another address. The function reads the whole table, a page at a time, so its duration depends on the size of the deployment. It does not change orders, waitlists or customers: delete the customer as well.',
  same: 'With the same address, in any letter case, nothing more changes. `forgotten` then counts only cards emailed to the address since.',
  payload: inputOf({
    store_id: storeId,
    email: field({
      input: mailAddress('email', 'email is required'),
      words: 'The address to forget, in any letter case.',
      personal: true,
      example: 'grace@example.com',
    }),
  }),
  result: shownOf({
    forgotten: shownInteger({
      words: 'Gift cards that the address was removed from, including those of interrupted invocations.',
      example: 1,
    }),
  }),
  takesLong: true,
  errors: [],
  reach: ['Scan', 'PutItem', 'DeleteItem'],
});
