/** Events about customer addresses, and the rule that makes them. */

import { differs, type Rule } from '../../events/item.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { idOf, shownOf } from '../../schema/field.ts';
import { deleteCustomer } from '../customers/functions.ts';
import { importCustomerAddresses } from '../move-in/functions.ts';
import { type CustomerAddress, customerAddress } from './fields.ts';
import { createCustomerAddress, deleteCustomerAddress, updateCustomerAddress } from './operations.ts';

export const object: EventObject = {
  resource: 'address',
  title: 'Customer address events',
  text: 'Changes of customer addresses. Events never contain the address itself: read it with [Get an address](/docs/api/get-customer-address.html). `sequence` counts the changes of the address, from 1.',
};

const data = shownOf({
  customer_id: idOf('customer', { words: 'The customer that the address belongs or belonged to.', example: 'cus_ada' }),
});

export const eventTypes = {
  'customer_address.created': event({
    when: 'an address was added',
    text: 'Read the address through the API; it may have changed since this event.',
    by: [createCustomerAddress, importCustomerAddresses],
    data: data,
    example: { id: 'cad_01khdq50018v3k5x9w2t6r0ybn', sequence: 1 },
  }),
  'customer_address.updated': event({
    when: 'an address was replaced',
    text: 'Every update changes `updated_at` and sends an event, even if no other field changes.',
    by: [updateCustomerAddress],
    data: data,
    example: { id: 'cad_adahome', sequence: 2 },
  }),
  'customer_address.deleted': event({
    when: 'an address was deleted, on its own or with its customer',
    text: 'This is the last event of the address. Deleting a customer sends this event for each address of the customer.',
    by: [deleteCustomerAddress, deleteCustomer],
    data: data,
    example: { id: 'cad_adaoffice', sequence: 2 },
  }),
};

const shown = Object.keys(customerAddress.shape) as (keyof CustomerAddress)[];

export const rule: Rule<CustomerAddress, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'CUSTOMER' && kind === 'ADDRESS',

  toEvents(before, after, { partition: [, customer_id = ''] }) {
    const data = { customer_id };
    if (!before) return after ? [{ type: 'customer_address.created', id: after.id, data }] : [];
    if (!after) return [{ type: 'customer_address.deleted', id: before.id, data }];
    return differs(before, after, shown) ? [{ type: 'customer_address.updated', id: after.id, data }] : [];
  },
};
