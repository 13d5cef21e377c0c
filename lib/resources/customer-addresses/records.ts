/** Addresses share their customer's partition, sorted by id. */

import { readerOf } from '../../schema/field.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';
import { listUnder, type Page } from '../../table/reads.ts';
import { type CustomerAddress, customerAddress } from './fields.ts';

/** An address as it is read, though some of its fields came after it was stored. */
export const read = readerOf(customerAddress);

/** The address, or undefined. */
export const find = (store: string, customer: string, id: string) =>
  items.find<CustomerAddress>(keys.address(store, customer, id), read);

/** The address. Throws 404 with `message` where the customer has none with this id. */
export const get = async (store: string, customer: string, id: string, message?: string) =>
  items.orNotFound(await find(store, customer, id), message);

/** Up to `limit` addresses of a customer after the one with the id `after`, which need not exist. */
export const list = (store: string, customer: string, page: Page) =>
  listUnder<CustomerAddress>((id) => keys.address(store, customer, id), { ...page, read });

export const create = (store: string, customer: string, address: CustomerAddress): Write =>
  items.create(keys.address(store, customer, address.id), address);

export const replace = (store: string, customer: string, read: Stored<CustomerAddress>, next: CustomerAddress): Write =>
  items.change(keys.address(store, customer, read.id), read, next);

export const remove = (store: string, customer: string, read: Stored<CustomerAddress>): Write =>
  items.remove(keys.address(store, customer, read.id), read);
