import { notFound } from '../contract/errors.ts';
import { check, get, type Stored, type Write } from './entities.ts';
import { keys } from './keys.ts';

/** How a store regards a customer: what becomes of their reviews (contract, "Review status"). */
export type Standing = 'good' | 'shadowbanned' | 'banned';

/** A customer as mirrored from the store. */
export interface Customer {
  id: string;
  email: string;
  email_verified: boolean;
  first_name: string;
  last_name: string;
  standing: Standing;
}

/** What is left of a deleted customer, so that deleting it again answers the same. */
interface DeletedCustomer {
  id: string;
  deleted_at: string;
}

/** The customer's record, a deleted one's included. */
export const getRecord = (store: string, id: string) => get<Customer | DeletedCustomer>(keys.customer(store, id));

export const isDeleted = <T extends object>(record: T | DeletedCustomer): record is DeletedCustomer =>
  'deleted_at' in record;

/** The customer. Throws 404 with `message` where it does not exist or has been deleted. */
export async function getCustomer(store: string, id: string, message?: string): Promise<Stored<Customer>> {
  const record = await getRecord(store, id);
  if (!record || isDeleted(record)) throw notFound(message);
  return record;
}

/** Holds the commit to the customer being there, unchanged. */
export const checkCustomer = (store: string, customer: Stored<Customer>): Write =>
  check(keys.customer(store, customer.id), customer);
