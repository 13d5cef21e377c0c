import { type CustomerAddress, customerAddress } from '../contract/api/customer-addresses.ts';
import { differs, type Rule } from './item.ts';

const shown = Object.keys(customerAddress.shape) as (keyof CustomerAddress)[];

export const customerAddresses: Rule<CustomerAddress> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'CUSTOMER' && kind === 'ADDRESS',

  tell(before, after, { partition: [, customer_id = ''] }) {
    const data = { customer_id };
    if (!before) return after ? [{ type: 'customer_address.created', id: after.id, data }] : [];
    if (!after) return [{ type: 'customer_address.deleted', id: before.id, data }];
    return differs(before, after, shown) ? [{ type: 'customer_address.updated', id: after.id, data }] : [];
  },
};
