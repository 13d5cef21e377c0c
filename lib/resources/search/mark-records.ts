/** The terms of records, with the key of the deployment: only an HMAC of an email address is stored (Staff console page). */
import { createHmac, type KeyObject } from 'node:crypto';
import { keyToKeep, keyToRead } from '../stores/deployment-key-records.ts';
import { normaliseEmail } from '../waitlist/rules.ts';
import { namesOfCustomer, namesOfProduct, type Terms } from './name-rules.ts';

const keyed = (key: KeyObject, store: string, address: string): string =>
  createHmac('sha256', key)
    .update(`${store} ${normaliseEmail(address)}`)
    .digest('hex');

/** The HMAC by which a search finds an address. */
export const markToFind = async (store: string, address: string): Promise<string> =>
  keyed(await keyToRead('search'), store, address);

const markToKeep = async (store: string, address: string): Promise<string> =>
  keyed(await keyToKeep('search'), store, address);

/** The terms of a customer. */
export const termsOfCustomer = async (
  store: string,
  customer: { email: string; first_name: string; last_name: string },
): Promise<Terms> => ({ address: await markToKeep(store, customer.email), names: namesOfCustomer(customer) });

/** The terms of a gift card: a card without a recipient has none. */
export const termsOfCard = async (
  store: string,
  { recipient_email }: { recipient_email?: string | null | undefined },
): Promise<Terms | undefined> => (recipient_email ? { address: await markToKeep(store, recipient_email) } : undefined);

/** The terms of a product. */
export const termsOfProduct = (product: { name: string }): Terms => ({ names: namesOfProduct(product) });
