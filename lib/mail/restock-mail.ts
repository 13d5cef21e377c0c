/** The mail that tells a shopper that what they wait for is back. */

import { writing } from '../once/unit-of-work.ts';
import * as products from '../resources/catalog/product-records.ts';
import * as sites from '../resources/catalog/site-records.ts';
import * as stores from '../resources/stores/records.ts';
import type { Notice } from '../resources/waitlist/records.ts';
import * as restocks from '../resources/waitlist/restock-records.ts';
import { wordingOf } from './language.ts';
import { restockLetter } from './letters.ts';
import type { RestockMessage } from './message.ts';
import { type Announcement, type Mail, senderOf } from './send.ts';

/** The mail is due where its batch has been committed: a decision made again notifies another batch. */
export async function readRestockMail(message: RestockMessage): Promise<Announcement> {
  const { committed, notice } = await restocks.findForMail(message.store_id, message);
  if (!committed) return { state: 'uncommitted' };
  if (!notice) return { state: 'done' };
  return {
    state: 'due',
    mail: await mailOf(message, notice),
    sent: writing([restocks.recordMailed(message.store_id, message)]),
  };
}

/** It speaks for the site that was joined from, else for the store's first. */
async function mailOf({ store_id, product_id, variant_id }: RestockMessage, notice: Notice): Promise<Mail> {
  const [store, product, siteId] = await Promise.all([
    stores.find(store_id),
    products.find(store_id, product_id),
    notice.site_id ?? sites.findFirstId(store_id),
  ]);
  const site = siteId === undefined ? undefined : await sites.find(store_id, siteId);
  const sender = senderOf(site, store?.name ?? '');
  const variant = product?.variants.find(({ id }) => id === variant_id);
  const name = [product?.name, variant?.name].filter(Boolean).join(', ');
  const letter = restockLetter({ name, url: product?.url }, sender, wordingOf([notice.locale, site?.locale]));
  return { to: notice.email, sender, ...letter };
}
