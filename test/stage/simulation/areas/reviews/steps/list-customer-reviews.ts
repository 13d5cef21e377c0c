import { listCustomerReviews as contract } from '../../../../../../lib/resources/reviews/functions.ts';
import type { Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const listingOfCustomer = ({ world }: Place, customer: string): Step =>
  invocation(contract, { kind: 'account', customer }, { store_id: world.store.id, customer_id: customer });
