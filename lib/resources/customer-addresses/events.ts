import { differs, type Rule } from '../../events/item.ts';
import { type CustomerAddress, customerAddress } from './fields.ts';

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
