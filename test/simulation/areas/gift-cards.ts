/**
 * Gift cards: at every moment a card's entries add up to its balance, each change that was acknowledged is one of them, and
 * no two checkouts hold or spend the same money. What is bought is issued and mailed, each unit as one card.
 */
import { handler as adjust } from '../../../functions/api/gift-cards/adjust-gift-card.ts';
import { handler as disable } from '../../../functions/api/gift-cards/disable-gift-card.ts';
import { handler as enable } from '../../../functions/api/gift-cards/enable-gift-card.ts';
import { handler as get } from '../../../functions/api/gift-cards/get-gift-card.ts';
import { handler as issue } from '../../../functions/api/gift-cards/issue-gift-card.ts';
import { handler as listTransactions } from '../../../functions/api/gift-cards/list-gift-card-transactions.ts';
import { handler as list } from '../../../functions/api/gift-cards/list-gift-cards.ts';
import { handler as update } from '../../../functions/api/gift-cards/update-gift-card.ts';
import { handler as auditLedger } from '../../../functions/operator/audit-ledger.ts';
import { handler as hold } from '../../../functions/storefront/hold-gift-card.ts';
import { handler as pay } from '../../../functions/storefront/pay-order.ts';
import { handler as recordOrder } from '../../../functions/storefront/record-order.ts';
import { handler as refund } from '../../../functions/storefront/refund-order.ts';
import { handler as release } from '../../../functions/storefront/release-gift-card.ts';
import * as contract from '../../../lib/contract/api/gift-cards.ts';
import * as checkout from '../../../lib/contract/functions/checkout.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import type { Area, Phase, Step } from '../engine/area.ts';
import { inHours } from '../engine/clock.ts';
import { isExplained, type Operation } from '../engine/history.ts';
import type { Random } from '../engine/random.ts';
import { invocation, request } from '../engine/requests.ts';
import type { SentMail } from '../run.ts';
import { apply, forEver, highestBalance, nothing, type State } from './gift-cards-model.ts';

const friend = 'friend@example.com';

export const giftCards: Area = {
  name: 'gift cards, checkouts, orders and refunds',
  async begin({ store, sites: [site], customers: [customer], products, write: key }) {
    const store_id = store.id;
    const known: string[] = [];
    const codes = new Map<string, string>();
    const mailed = new Set<string>();
    const orders = [newId('order'), newId('order')] as const;
    const purchases = [newId('order'), newId('order')] as const;
    const checkouts = ['checkout-1', 'checkout-2'] as const;
    const [product, , card] = products;
    const held = new Set<string>();
    const ordered = new Set<string>();
    const ends: Record<number, string> = { 1: inHours(1), 2: inHours(3) };

    const ofOrder = (id: string, order: object) => ({
      store_id,
      order: { id, site_id: site.id, customer_id: customer.id, currency: store.currency, ...order },
    });

    const atCheckout = (random: Random, id: string, phase: Phase): Step => {
      const checkout_id = random.pick(checkouts);
      const order = orders[checkouts.indexOf(checkout_id)] ?? orders[0];
      const total = 700;
      const line = { product_id: product.id, variant_id: product.variants[0]?.id, quantity: 1, unit_price: total };
      const amount = random.pick([300, total]);
      const until = random.chance(0.5) ? phase : forEver;
      // Two of them are nearly all that was paid: one that is made twice leaves too little for the other.
      const name = `refund-${checkouts.indexOf(checkout_id)}-${random.below(2)}`;
      const holding = invocation(
        [hold, checkout.holdGiftCard],
        { kind: 'hold', id, checkout: checkout_id, amount, until, phase },
        {
          store_id,
          checkout_id,
          code: codes.get(id),
          amount,
          currency: store.currency,
          expires_at: ends[until] ?? '2999-01-01T00:00:00Z',
        },
        () => held.add(checkout_id),
      );
      const releasing = invocation(
        [release, checkout.releaseGiftCard],
        { kind: 'release', checkout: checkout_id, phase },
        { store_id, checkout_id },
      );
      const ordering = invocation(
        [recordOrder, checkout.recordOrder],
        { kind: 'order', order, checkout: checkout_id, total, phase },
        ofOrder(order, { status: 'paid', lines: [line], checkout_id }),
        () => ordered.add(order),
      );
      const refunding = invocation(
        [refund, checkout.refundOrder],
        { kind: 'refund', order, refund: name, amount: 300 },
        { store_id, order_id: order, refund_id: name, amount: 300 },
      );
      // Mostly what a buyer's way through the shop is: a hold, an order, refunds of it.
      if (ordered.has(order) && random.chance(0.6)) return refunding;
      return held.has(checkout_id) && random.chance(0.4)
        ? ordering
        : random.pick([holding, holding, releasing, refunding]);
    };

    /** An order of two units, and of one more that goes to the buyer. */
    const buying = (random: Random): Step => {
      const order = random.pick(purchases);
      if (random.chance(0.45)) {
        return invocation([pay, checkout.payOrder], { kind: 'pay', order }, { store_id, order_id: order });
      }
      const isPaid = order === purchases[0];
      const recipient = isPaid ? 'grandchild@example.com' : 'godchild@example.com';
      const line = {
        product_id: card.id,
        variant_id: card.variants[0]?.id,
        quantity: 2,
        unit_price: 900,
        recipient_email: recipient,
        message: 'Enjoy',
      };
      return invocation(
        [recordOrder, checkout.recordOrder],
        { kind: 'buy', order, purchase: { isPaid, units: 2, price: 900, recipient } },
        ofOrder(order, { status: isPaid ? 'paid' : 'pending', lines: [line] }),
      );
    };

    const issuing = (random: Random, phase: Phase): Step => {
      const value = random.pick([500, 1000]);
      const recipient = random.chance(0.3) ? friend : null;
      const until = random.chance(0.3) ? phase : forEver;
      return request(
        [issue, contract.issueGiftCard],
        { kind: 'issue', value, recipient, until, phase },
        { key, body: { value, recipient_email: recipient, expires_at: ends[until] } },
        ({ body: { id, code } }) => {
          if (!known.includes(id)) known.push(id);
          codes.set(id, code);
          if (recipient) mailed.add(code);
        },
      );
    };

    const at = (id: string) => ({ key, path: { gift_card_id: id } });
    const reading = (id: string, phase: Phase): Step =>
      request([get, contract.getGiftCard], { kind: 'get', id, phase }, at(id));
    const listingTransactions = (id: string): Step =>
      request(
        [listTransactions, contract.listGiftCardTransactions],
        { kind: 'transactions', id },
        { ...at(id), query: { limit: 100 } },
      );
    const listing = (status?: string): Step =>
      request(
        [list, contract.listGiftCards],
        { kind: 'list', status, phase: 3 },
        { key, query: { limit: 100, ...(status ? { status } : {}) } },
      );

    const changing = (random: Random, id: string, phase: Phase): Step => {
      const amount = random.pick([-500, -300, 200, highestBalance]);
      const until = random.chance(0.5) ? phase : forEver;
      const note = random.pick(['Gift', null]);
      const adjusting = request(
        [adjust, contract.adjustGiftCard],
        { kind: 'adjust', id, amount, phase },
        { ...at(id), body: { amount } },
      );
      return random.pick<Step>([
        adjusting,
        adjusting,
        request([disable, contract.disableGiftCard], { kind: 'disable', id, phase }, at(id)),
        request([enable, contract.enableGiftCard], { kind: 'enable', id, phase }, at(id)),
        request(
          [update, contract.updateGiftCard],
          { kind: 'update', id, until, note, phase },
          { ...at(id), body: { expires_at: ends[until] ?? null, note } },
        ),
        reading(id, phase),
        listingTransactions(id),
      ]);
    };

    /** Holds the least on a card whose code was mailed, which tells that there is such a card. */
    const claiming = (code: string, index: number): Step =>
      invocation(
        [hold, checkout.holdGiftCard],
        { kind: 'claim', code },
        {
          store_id,
          checkout_id: `claim-${index}`,
          code,
          amount: 1,
          currency: store.currency,
          expires_at: '2999-01-01T00:00:00Z',
        },
      );

    return {
      judge(history, { mails }) {
        if (!isExplained<State>(nothing, history, apply)) return 'no order of events explains the answers';
        return mailsMissing(history, mails, mailed);
      },
      next(random, phase) {
        const id = random.chance(0.7) ? known[0] : known[random.below(known.length)];
        if (id === undefined || random.chance(0.12)) return issuing(random, phase);
        if (random.chance(0.25)) return buying(random);
        return random.chance(0.6) ? atCheckout(random, id, phase) : changing(random, id, phase);
      },
      last: (mails) => [
        () => [
          ...known.map((id) => reading(id, 3)),
          ...known.map(listingTransactions),
          ...[undefined, 'active', 'expired'].map((status) => listing(status)),
          invocation([auditLedger, checkout.auditLedger], { kind: 'audit' }, { store_id }),
        ],
        () => [...new Set(mails.flatMap(codesIn))].map(claiming),
      ],
    };
  },
};

const codesIn = ({ text }: SentMail): string[] => text.match(/(?:[A-Z2-9]{4}-){6}[A-Z2-9]{4}/g) ?? [];

/** Each card with a recipient is mailed there, and nothing else is. */
function mailsMissing(history: readonly Operation[], mails: readonly SentMail[], issued: ReadonlySet<string>) {
  const listed = history.findLast(({ input: { kind, status } }) => kind === 'list' && status === undefined);
  const cards: { recipient_email: string | null }[] = listed?.answer?.body.data ?? [];
  const recipients = [friend, 'grandchild@example.com', 'godchild@example.com'];
  for (const recipient of recipients) {
    const codes = new Set(mails.filter(({ to }) => to === recipient).flatMap(codesIn));
    const due = cards.filter(({ recipient_email }) => recipient_email === recipient).length;
    if (codes.size !== due) return `${recipient} has ${due} cards, and was mailed ${codes.size}`;
    const forgotten = recipient === friend ? [...issued].filter((code) => !codes.has(code)) : [];
    if (forgotten.length > 0) return `codes never mailed: ${forgotten}`;
  }
  return undefined;
}
