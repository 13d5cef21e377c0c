/** The mail that tells a shopper that what they wait for is back. */

import * as stores from '../table/accounts/stores.ts';
import * as products from '../table/catalog/products.ts';
import * as sites from '../table/catalog/sites.ts';
import * as restocks from '../table/waitlist/restocks.ts';
import type { Announcement } from './announcement.ts';
import type { RestockMessage } from './message.ts';
import { type Mail, senderOf } from './send.ts';

/** The mail is due where its batch has been committed: a decision made again notifies another batch. */
export async function readRestockMail(message: RestockMessage, now: string): Promise<Announcement> {
  const { store_id, restock_id, batch, recipient } = message;
  const { committed, mailed } = await restocks.findForMail(store_id, { restock_id, batch, recipient });
  if (!committed) return { state: 'uncommitted' };
  if (mailed) return { state: 'done' };
  return {
    state: 'due',
    mail: await mailTo(message),
    sent: [restocks.recordMailed(store_id, { restock_id, batch, recipient }, now)],
  };
}

async function mailTo({ store_id, product_id, variant_id, recipient }: RestockMessage): Promise<Mail> {
  const [store, product, siteId] = await Promise.all([
    stores.find(store_id),
    products.find(store_id, product_id),
    sites.findFirstId(store_id),
  ]);
  const site = siteId === undefined ? undefined : await sites.find(store_id, siteId);
  const sender = senderOf(site, store?.name ?? '');
  const variant = product?.variants.find(({ id }) => id === variant_id);
  const name = [product?.name, variant?.name].filter(Boolean).join(', ');
  return {
    to: recipient,
    sender,
    subject: `Back in stock: ${name}`,
    blocks: [
      { paragraph: 'You asked to be told when this is back in stock:' },
      { emphasis: name },
      { paragraph: 'It is. This is the only mail about it; to be told another time, join the waitlist again.' },
    ],
  };
}
