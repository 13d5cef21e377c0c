import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as addresses from '../../../lib/resources/customer-addresses/operations.ts';
import { deleteCustomer, exportCustomer, setCustomerStanding } from '../../../lib/resources/customers/functions.ts';
import { addressBody } from '../../support/world/customer-addresses.ts';
import { type Command, endpoint, invoked } from '../every-order/command.ts';
import type { Ground } from '../every-order/ground.ts';

const all = ({ ada }: Ground) => ({ path: { id: ada.id } });
const one = ({ ada, address_id }: Ground) => ({ path: { id: ada.id, address_id } });

const cities = ['Oxford', 'Cambridge'] as const;

export const customers: readonly Command[] = [
  endpoint(addresses.listCustomerAddresses, all),
  endpoint(addresses.createCustomerAddress, (ground, which) => ({
    ...all(ground),
    body: { ...addressBody, city: cities[which] },
  })),
  endpoint(addresses.getCustomerAddress, one),
  endpoint(addresses.updateCustomerAddress, (ground, which) => ({
    ...one(ground),
    body: { ...addressBody, city: cities[which] },
  })),
  endpoint(addresses.deleteCustomerAddress, one),
  invoked(
    importRecords,
    ({ ada }, which) => ({ customers: [{ ...ada, email: `ada.${which}@example.com`, first_name: 'Augusta' }] }),
    { asked: 'a customer', in: ['usual', 'deleted'] },
  ),
  invoked(
    setCustomerStanding,
    ({ ada }, which) => ({ customer_id: ada.id, standing: (['banned', 'shadowbanned'] as const)[which] }),
    { in: ['usual', 'hidden'] },
  ),
  invoked(exportCustomer, ({ ada }) => ({ customer_id: ada.id })),
  invoked(deleteCustomer, ({ ada }) => ({ customer_id: ada.id }), { in: ['usual', 'hidden'] }),
];
