/** The email that asks for reviews of an order (Storefront parts page, 4). */
import type { Site } from '../resources/catalog/site-records.ts';
import type { Customer } from '../resources/customers/records.ts';
import { unsubscribePath } from '../resources/pages.ts';
import type { Step } from '../resources/review-requests/rules.ts';
import { sign } from '../resources/shopper-tokens/records.ts';
import { shopperOf } from '../resources/waitlist/records.ts';
import { requiredSetting } from '../runtime/settings.ts';
import { limits } from '../schema/limits.ts';
import { secondsBefore } from '../schema/times.ts';
import { wordingOf } from './language.ts';
import { reviewRequestLetter } from './letters.ts';
import { type Mail, senderOf } from './send.ts';
import { newUnsubscribeToken } from './unsubscribe-token.ts';

interface Asked {
  store: { id: string; name: string };
  site: Site;
  customer: Customer;
  order_id: string;
  step: Step;
  /** Names of the products that can be reviewed, with their variants. */
  names: readonly string[];
  now: string;
}

/** The path of the page for reviews below the base URL. */
const reviewPath = '/review/';

/** The email. Its link lets its reader review the products of this order only, for 60 days. */
export async function reviewRequestMail({ store, site, customer, order_id, step, names, now }: Asked): Promise<Mail> {
  const store_id = store.id;
  const sender = senderOf(site, store.name);
  const wording = wordingOf([customer.locale, site.locale]);
  const [token, unsubscribe] = await Promise.all([
    sign(
      { customer_id: customer.id, store_id, scopes: ['review'], order_id, is_request: true },
      secondsBefore(now, -limits.reviewLinkSeconds),
    ),
    newUnsubscribeToken(
      {
        ...{ list: 'review', store_id, order_id, step },
        ...{ shopper: shopperOf(customer.email), language: wording.language },
      },
      now,
    ),
  ]);
  const service = requiredSetting('SERVICE_URL');
  const page = new URL(site.review_requests.page_url ?? `${service}${reviewPath}`);
  // After `#`, the token is in no log: browsers do not send it.
  page.hash = `t=${token}`;
  const unsubscribe_url = `${service}${unsubscribePath}?t=${unsubscribe}`;
  const letter = reviewRequestLetter({ step, names, url: page.href, unsubscribe_url }, sender, wording);
  return { to: customer.email, sender, unsubscribe_url, ...letter };
}
