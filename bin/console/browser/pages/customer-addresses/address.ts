import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import type { About } from '../../state/open-calls.ts';

export type Address = Awaited<ReturnType<StoreCommerce['customerAddresses']['get']>>;

export const nameOf = ({ first_name, last_name }: Pick<Address, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`;

/** What a call is about that changes an address of a customer. */
export const about = (verb: string, customer: string): About => ({
  what: `${verb} an address of ${customer}`,
  where: `customer-addresses/${customer}`,
});
