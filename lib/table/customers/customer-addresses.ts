/** Addresses share their customer's partition, sorted by id. */
import type { CustomerAddress } from '../../contract/api/customer-addresses.ts';
import type { Stored, Write } from '../entities.ts';
import * as entities from '../entities.ts';
import { keys } from '../keys.ts';

export const get = (store: string, customer: string, id: string) =>
  entities.get<CustomerAddress>(keys.address(store, customer, id));

/** Up to `limit` addresses of a customer after the one with the id `after`, which need not exist. */
export function list(store: string, customer: string, { after, limit }: { after?: string | undefined; limit: number }) {
  const { pk, sk: prefix } = keys.address(store, customer, '');
  return entities.list<CustomerAddress>({
    pk,
    prefix,
    after: after && keys.address(store, customer, after).sk,
    limit,
  });
}

export const create = (store: string, customer: string, address: CustomerAddress): Write =>
  entities.create(keys.address(store, customer, address.id), address);

export const replace = (store: string, customer: string, read: Stored<CustomerAddress>, next: CustomerAddress): Write =>
  entities.replace(keys.address(store, customer, read.id), read, next);

export const remove = (store: string, customer: string, read: Stored<CustomerAddress>): Write =>
  entities.remove(keys.address(store, customer, read.id), read);

/** The address as the contract shows it. */
export const view = (address: CustomerAddress): CustomerAddress => ({
  id: address.id,
  first_name: address.first_name,
  last_name: address.last_name,
  street1: address.street1,
  street2: address.street2,
  city: address.city,
  state: address.state,
  country_id: address.country_id,
  zip: address.zip,
  created_at: address.created_at,
  updated_at: address.updated_at,
});
