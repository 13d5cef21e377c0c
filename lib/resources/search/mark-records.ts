/** The terms of records, with the key of the deployment: only an HMAC of an email address is stored (Staff console page). */
import { createHmac } from 'node:crypto';
import { keyToRead } from '../stores/deployment-key-records.ts';
import { normaliseEmail } from '../waitlist/rules.ts';
import { namesOfCustomer, namesOfProduct, type Terms } from './name-rules.ts';

/**
 * The HMAC by which a search finds an address. A table without a mark gets none for it: if the key is lost, the migration can store the HMACs
 * again under another key.
 */
export const markOf = async (store: string, address: string): Promise<string> =>
  createHmac('sha256', await keyToRead('search'))
    .update(`${store} ${normaliseEmail(address)}`)
    .digest('hex');

/** The terms of a customer. */
export const termsOfCustomer = async (
  store: string,
  customer: { email: string; first_name: string; last_name: string },
): Promise<Terms> => ({ address: await markOf(store, customer.email), names: namesOfCustomer(customer) });

/** The terms of a gift card: a card without a recipient has none. */
export const termsOfCard = async (
  store: string,
  { recipient_email }: { recipient_email?: string | null | undefined },
): Promise<Terms | undefined> => (recipient_email ? { address: await markOf(store, recipient_email) } : undefined);

/** The terms of a product. */
export const termsOfProduct = (product: { name: string }): Terms => ({ names: namesOfProduct(product) });
