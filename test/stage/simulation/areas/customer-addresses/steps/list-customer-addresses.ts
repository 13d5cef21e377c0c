import { listCustomerAddresses as contract } from '../../../../../../lib/resources/customer-addresses/operations.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const listing = ({ customer: { id }, key }: Place): Step =>
  request(contract, { kind: 'list' }, { path: { id }, key, query: { limit: 100 } });

export const listCustomerAddresses: Kind<Place> = { name: contract.name, weight: 9, next: listing };
