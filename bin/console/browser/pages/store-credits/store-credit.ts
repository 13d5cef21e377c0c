/** A store credit, and what staff call what it has. */
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import type { About } from '../../state/open-calls.ts';

export type StoreCredit = Awaited<ReturnType<StoreCommerce['storeCredits']['get']>>;

export const reasons: Readonly<Record<StoreCredit['reason'], string>> = {
  goodwill: 'Goodwill',
  refund: 'Refund',
  promotion: 'Promotion',
  reward: 'Reward',
};

/** The subject of a call that changes a credit. `name` is the customer's. */
export const about = (verb: string, { id, customer_id }: StoreCredit, name: string): About => ({
  what: `${verb} a store credit of ${name}`,
  where: `store-credits/${customer_id}/${id}`,
});
