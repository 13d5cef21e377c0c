/** Emails that ask for reviews: at most one for an order and step, none for an address that is unsubscribed or an order that is refunded. */
import { unsubscribeClaimsIn } from '../../lib/mail/unsubscribe-token.ts';
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { fulfilOrder, recordOrder, refundOrder } from '../../lib/resources/orders/functions.ts';
import { unsubscribe } from '../../lib/resources/pages.ts';
import { reportReviewRequests, resubscribe } from '../../lib/resources/review-requests/functions.ts';
import { deriveKey } from '../../lib/runtime/deployment-key.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { requiredSetting } from '../../lib/runtime/settings.ts';
import type { Operation as Past } from '../stage/engine/history.ts';
import { first, type Random } from '../stage/engine/random.ts';
import { invocation, made, type Request, unsubscription } from '../stage/engine/requests.ts';
import { type Command, invoked, started } from '../stage/every-order/command.ts';
import type { SentMail } from '../stage/random/run.ts';
import { lineOf, orderOf } from '../support/world/checkout.ts';
import { seconds } from '../support/world/gift-cards.ts';
import { newCustomer, newProduct, newSite, type World } from '../support/world/world.ts';
import { area, type Row } from './table.ts';

interface Fixture {
  store_id: string;
  email: string;
  /** Ids of paid orders. */
  orders: readonly [string, ...string[]];
}

const price = 1000;

/** A site of its own that asks at once and reminds after a day, and a customer of its own with paid orders. */
async function begin(world: World): Promise<Fixture> {
  const store_id = world.store.id;
  const site = newSite({ review_requests: { enabled: true, delay_days: 0, remind_after_days: 1 } });
  const customer = newCustomer({ email_verified: true });
  const product = newProduct();
  await made(importRecords, { store_id, sites: [site], customers: [customer], products: [product] });
  const lines = [lineOf(product, { unit_price: price })];
  const [one, ...others] = [1, 2, 3, 4, 5].map(() => newId('order'));
  for (const id of [one, ...others]) {
    const order = orderOf(world, { id, site_id: site.id, customer_id: customer.id, lines });
    await made(recordOrder, { store_id, order });
  }
  return { store_id, email: customer.email, orders: [one ?? '', ...others] };
}

const leaving = ({ store_id, email, orders }: Fixture, random: Random): Request =>
  unsubscription(store_id, { kind: 'unsubscribe' }, email, {
    list: 'review',
    order_id: random.pick([...orders]),
    step: random.pick(['request', 'reminder']),
  });

const rows: readonly Row<Fixture>[] = [
  {
    of: fulfilOrder,
    weight: 20,
    ask({ store_id, orders }, random) {
      const order_id = random.pick([...orders]);
      return invocation(fulfilOrder, { kind: 'fulfil', order: order_id }, { store_id, order_id });
    },
  },
  {
    of: refundOrder,
    weight: 5,
    ask({ store_id, orders }, random) {
      const order_id = random.pick([...orders]);
      const refund = { refund_id: `refund of ${order_id}`, amount: price };
      return invocation(refundOrder, { kind: 'refund', order: order_id }, { store_id, order_id, ...refund });
    },
  },
  {
    of: reportReviewRequests,
    weight: 2,
    after: [],
    ask: ({ store_id }) =>
      invocation(reportReviewRequests, { kind: 'report' }, { store_id, from: seconds(-86_400), to: seconds(86_400) }),
  },
  {
    of: resubscribe,
    weight: 3,
    after: [async (fixture) => leaving(fixture, first).send()],
    own: ['resubscribed'],
    ask: ({ store_id, email }) => invocation(resubscribe, { kind: 'resubscribe' }, { store_id, email }),
  },
  { of: unsubscribe, weight: 4, ask: leaving },
];

/** An email by its order and step. */
function nameOf({ text }: SentMail): string {
  const [, token = ''] = /\/unsubscribe\/\?t=([\w-]+)/.exec(text) ?? [];
  const key = deriveKey(requiredSetting('DEPLOYMENT_KEY'), 'unsubscribe');
  const claims = unsubscribeClaimsIn(token, key, '2000-01-01T00:00:00Z');
  return claims?.list === 'review' ? `${claims.step} of ${claims.order_id}` : 'another email';
}

/** Whether something was done before an order was fulfilled, and not taken back by then or later. */
function isSettledBefore(history: readonly Past[], kind: string, order: string, takenBackBy?: string): boolean {
  const isOf = ({ input }: Past) => input.order === undefined || input.order === order;
  const fulfilled = Math.min(
    ...history.filter((each) => each.input.kind === 'fulfil' && isOf(each)).map(({ from }) => from),
  );
  return history.some(
    (each) =>
      each.input.kind === kind &&
      isOf(each) &&
      each.answer?.ok === true &&
      each.to < fulfilled &&
      !history.some(({ input, to }) => input.kind === takenBackBy && to >= each.from),
  );
}

function judge({ email, orders }: Fixture, history: readonly Past[], mails: readonly SentMail[]): string | undefined {
  const sent = mails.filter(({ to }) => to === email).map(nameOf);
  const twice = sent.find((name, index) => sent.indexOf(name) < index);
  if (twice) return `two emails: ${twice}`;
  const asked = orders.filter((order) => sent.some((name) => name.endsWith(order)));
  const left = asked.find((order) => isSettledBefore(history, 'unsubscribe', order, 'resubscribe'));
  if (left) return `an email about ${left} after the address was unsubscribed`;
  const refunded = asked.find((order) => isSettledBefore(history, 'refund', order));
  return refunded && `an email about ${refunded} after it was refunded`;
}

export const reviewRequests = area({
  name: 'review requests',
  isNew: true,
  begin,
  rows,
  judge: (fixture, history, { mails }) => judge(fixture, history, mails),
  last: () => [],
});

/** What two clients ask of the same things at once. */
export const commands: readonly Command[] = [
  invoked(reportReviewRequests, () => ({ from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' })),
  invoked(resubscribe, () => ({ email: 'grace@example.com' })),
  started('send-review-requests', () => []),
];
