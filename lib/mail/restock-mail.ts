/** The email of a restock: when it is due, and what it contains. */
import { writing } from '../once/unit-of-work.ts';
import * as products from '../resources/catalog/product-records.ts';
import { nameWithVariant } from '../resources/catalog/rules.ts';
import * as sites from '../resources/catalog/site-records.ts';
import { unsubscribePath } from '../resources/pages.ts';
import * as stores from '../resources/stores/records.ts';
import type { Notice } from '../resources/waitlist/records.ts';
import * as restocks from '../resources/waitlist/restock-records.ts';
import { requiredSetting } from '../runtime/settings.ts';
import { wordingOf } from './language.ts';
import { restockLetter } from './letters.ts';
import type { RestockMessage } from './queue.ts';
import { type Announcement, type Mail, senderOf } from './send.ts';
import { newUnsubscribeToken } from './unsubscribe-token.ts';

/**
 * Reads, strongly consistently, what a message announces. The email is due if its batch is committed: a decision that runs again
 * creates another batch.
 */
export async function readRestockMail(message: RestockMessage, now: string): Promise<Announcement> {
  const { committed, notice } = await restocks.findForMail(message.store_id, message);
  if (!committed) return { state: 'uncommitted' };
  if (!notice) return { state: 'done' };
  return {
    state: 'due',
    mail: await mailOf(message, notice, now),
    sent: writing([restocks.recordMailed(message.store_id, message)]),
  };
}

/** The email. Its sender is the site where the shopper joined or, without one, the store's first site. */
async function mailOf(message: RestockMessage, notice: Notice, now: string): Promise<Mail> {
  const { store_id, product_id, variant_id, shopper } = message;
  const [store, product, siteId] = await Promise.all([
    stores.find(store_id),
    products.find(store_id, product_id),
    notice.site_id ?? sites.findFirstId(store_id),
  ]);
  const site = siteId === undefined ? undefined : await sites.find(store_id, siteId);
  const sender = senderOf(site, store?.name ?? '');
  const name = nameWithVariant(product, variant_id);
  const wording = wordingOf([notice.locale, site?.locale]);
  const token = await newUnsubscribeToken({ list: 'restock', store_id, shopper, language: wording.language }, now);
  const unsubscribe_url = `${requiredSetting('SERVICE_URL')}${unsubscribePath}?t=${token}`;
  const letter = restockLetter({ name, url: product?.url, unsubscribe_url }, sender, wording);
  return { to: notice.email, sender, unsubscribe_url, ...letter };
}
