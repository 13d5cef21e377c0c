/** Addresses share their customer's partition, sorted by id. */

import { readerOf } from '../../schema/field.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';
import { listUnder, type Page } from '../../table/reads.ts';
import { type CustomerAddress, customerAddress, owned } from './fields.ts';

const read = readerOf(customerAddress);

const keyOf = (store: string, customer: string, id: string) => keys.ownedByCustomer(store, customer, owned.kind, id);

/** The address, or undefined. */
export const find = (store: string, customer: string, id: string) =>
  items.find<CustomerAddress>(keyOf(store, customer, id), read);

/** Returns the address. Throws a 404 with `message` if the customer has no address with this id. */
export const get = async (store: string, customer: string, id: string, message?: string) =>
  items.orNotFound(await find(store, customer, id), message);

/** Up to `limit` addresses of a customer with ids after `after`; an address with the id `after` need not exist. */
export const list = (store: string, customer: string, page: Page) =>
  listUnder<CustomerAddress>((id) => keyOf(store, customer, id), { ...page, read });

export const create = (store: string, customer: string, address: CustomerAddress): Write =>
  items.create(keyOf(store, customer, address.id), address);

export const replace = (store: string, customer: string, read: Stored<CustomerAddress>, next: CustomerAddress): Write =>
  items.change(keyOf(store, customer, read.id), read, next);

export const remove = (store: string, customer: string, read: Stored<CustomerAddress>): Write =>
  items.remove(keyOf(store, customer, read.id), read);
