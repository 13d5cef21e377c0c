/**
 * Sends the emails that ask for reviews. An email is committed as sent before it is sent, so a failure in between loses the email and never sends
 * it twice (Storefront parts page, 4).
 */
import { reviewRequestMail } from '../mail/review-request-mail.ts';
import { type Mail, sendMailOnce } from '../mail/send.ts';
import { commitUnitOfWork, type Step } from '../once/unit-of-work.ts';
import * as products from '../resources/catalog/product-records.ts';
import { nameWithVariant } from '../resources/catalog/rules.ts';
import * as sites from '../resources/catalog/site-records.ts';
import * as customers from '../resources/customers/records.ts';
import * as orders from '../resources/orders/records.ts';
import * as requests from '../resources/review-requests/records.ts';
import { afterSending, type DropReason, drop, isDue, keptProducts } from '../resources/review-requests/rules.ts';
import * as unsubscriptions from '../resources/review-requests/unsubscription-records.ts';
import * as weeks from '../resources/review-requests/week-records.ts';
import * as reviews from '../resources/reviews/records.ts';
import type { Bought } from '../resources/shopper-tokens/reviewable-rules.ts';
import * as stores from '../resources/stores/records.ts';
import { shopperOf } from '../resources/waitlist/records.ts';
import * as batches from '../runtime/batches.ts';
import type { TimeLeft } from '../runtime/clock.ts';
import { log } from '../runtime/log.ts';
import { isOff } from '../runtime/settings.ts';
import { type Key, storeOf } from '../table/keys.ts';
import { type Round, sweep } from './sweep.ts';

/** A round over all stores. */
export const sendReviewRequests = (time?: TimeLeft): Promise<Round> =>
  sweep('REVIEWREQUESTS', (key) => sendNext(key, time), { sideBySide: batches.reviewRequests.size, time });

async function sendNext(key: Key, time: TimeLeft | undefined): Promise<void> {
  const { mail, dropped } = await commitUnitOfWork(sending(key));
  const type = 'review-request';
  const store_id = storeOf(key);
  if (dropped) log('info', 'mail dropped', { type, store_id, reason: dropped });
  if (!mail) return;
  await sendMailOnce(mail, time);
  log('info', 'mail sent', { type, store_id });
}

/** What a commit decided: the email to send, or why it is dropped; neither if no email is due. */
interface Decided {
  mail?: Mail;
  dropped?: DropReason;
}

const sending = (key: Key): Step<Decided> => ({
  async decide({ now }) {
    const store = storeOf(key);
    const request = await requests.findAt(key);
    if (!request?.step || !isDue(request, now)) return { writes: [], reply: {} };
    const { order_id, step } = request;
    const asked = await readAsked(store, order_id);
    if (typeof asked === 'string') {
      return { writes: [requests.replace(store, request, drop(request, asked))], reply: { dropped: asked } };
    }
    const { site, customer, shopper } = asked;
    return {
      writes: [
        requests.replace(store, request, afterSending(request, site.review_requests, now)),
        customers.checkPresent(store, customer),
        await unsubscriptions.checkAbsent(store, shopper),
        weeks.count(store, step === 'reminder' ? 'reminded' : 'sent', now),
      ],
      reply: { mail: await reviewRequestMail({ ...asked, order_id, step, now }) },
    };
  },
});

/** Who is asked about which products of an order, or why the email is dropped. */
async function readAsked(store: string, orderId: string) {
  const order = await orders.find(store, orderId);
  // The customer of the order was deleted: another one may have the same id now.
  if (!order || order.forgotten) return 'author' satisfies DropReason;
  const [shop, site, customer] = await Promise.all([
    stores.find(store),
    sites.find(store, order.site_id),
    customers.findRecord(store, order.customer_id),
  ]);
  const isAsking = site?.reviews_enabled && site.review_requests.enabled && !isOff('SERVICE_REVIEWS');
  if (!shop || !isAsking) return 'off' satisfies DropReason;
  if (!customers.isAuthor(customer)) return 'author' satisfies DropReason;

  const kept = keptProducts(order);
  if (kept.length === 0) return 'refunded' satisfies DropReason;
  const shopper = shopperOf(customer.email);
  const [unsubscription, ...names] = await Promise.all([
    unsubscriptions.find(store, shopper),
    ...kept.map((bought) => nameToReview(store, customer.id, bought)),
  ]);
  if (unsubscription) return 'unsubscribed' satisfies DropReason;
  const left = names.filter((name) => name !== undefined);
  if (left.length === 0) return 'reviewed' satisfies DropReason;
  return { store: shop, site, customer, shopper, names: left };
}

/** The name of a product that the customer can still review, or undefined. */
async function nameToReview(
  store: string,
  customer: string,
  { product_id, variant_id }: Bought,
): Promise<string | undefined> {
  const [product, review] = await Promise.all([
    products.find(store, product_id),
    reviews.findByAuthor(store, customer, product_id),
  ]);
  return product && !review ? nameWithVariant(product, variant_id) : undefined;
}
