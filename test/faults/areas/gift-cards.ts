/**
 * Gift cards: at every moment a card's entries add up to its balance, each change that was acknowledged is one of them, and
 * no two checkouts hold or spend the same money.
 */
import { handler as adjust } from '../../../functions/api/gift-cards/adjust-gift-card.ts';
import { handler as disable } from '../../../functions/api/gift-cards/disable-gift-card.ts';
import { handler as enable } from '../../../functions/api/gift-cards/enable-gift-card.ts';
import { handler as get } from '../../../functions/api/gift-cards/get-gift-card.ts';
import { handler as issue } from '../../../functions/api/gift-cards/issue-gift-card.ts';
import { handler as listTransactions } from '../../../functions/api/gift-cards/list-gift-card-transactions.ts';
import { handler as list } from '../../../functions/api/gift-cards/list-gift-cards.ts';
import { handler as hold } from '../../../functions/storefront/hold-gift-card.ts';
import { handler as recordOrder } from '../../../functions/storefront/record-order.ts';
import { handler as refund } from '../../../functions/storefront/refund-order.ts';
import { handler as release } from '../../../functions/storefront/release-gift-card.ts';
import * as contract from '../../../lib/contract/gift-cards.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { ask, tell } from '../answers.ts';
import type { Area, Step } from '../area.ts';
import { type Answer, type Input, isExplained, type Model } from '../history.ts';
import type { Random } from '../random.ts';

interface Hold {
  held: number;
  /** What the checkout asked for: asking for the same again is answered the same, whatever has become of the card. */
  asked: number;
}

interface Card {
  disabled: boolean;
  /** Types and amounts, oldest first. */
  ledger: readonly (readonly [type: string, amount: number])[];
  /** By checkout. */
  holds: Record<string, Hold>;
}

interface Order {
  total: number;
  card: string;
  /** By the gift card. */
  paid: number;
  /** To the buyer's card and to the gift card, by refund. */
  refunds: Record<string, readonly [number, number]>;
}

interface State {
  cards: Record<string, Card>;
  orders: Record<string, Order>;
}

const highestBalance = 10_000_000;

const balanceOf = ({ ledger }: Card): number => ledger.reduce((sum, [, amount]) => sum + amount, 0);

const heldOf = ({ holds }: Card): number => Object.values(holds).reduce((sum, { held }) => sum + held, 0);

function statusOf(card: Card): string {
  if (card.disabled) return 'disabled';
  return balanceOf(card) === 0 ? 'used' : 'active';
}

// biome-ignore lint/suspicious/noExplicitAny: a card as it was answered
const shows = (shown: any, card: Card): boolean =>
  shown.balance === balanceOf(card) &&
  shown.initial_value === card.ledger[0]?.[1] &&
  shown.status === statusOf(card) &&
  (shown.disabled_at !== null) === card.disabled;

const withEntry = (card: Card, type: string, amount = 0): Card => ({
  ...card,
  ledger: [...card.ledger, [type, amount]],
});

/** The card after an operation, or undefined where the operation is refused. */
function changed(card: Card, { kind, amount }: Input): Card | undefined {
  if (kind === 'disable') return card.disabled ? card : { ...withEntry(card, 'disabled'), disabled: true };
  if (kind === 'enable') return card.disabled ? { ...withEntry(card, 'enabled'), disabled: false } : card;
  if (kind !== 'adjust') return card;
  const next = withEntry(card, 'adjusted', amount);
  return balanceOf(next) < heldOf(card) || balanceOf(next) > highestBalance ? undefined : next;
}

function isLedger({ ledger }: Card, { body }: Answer): boolean {
  let balance = 0;
  const expected = ledger
    .map(([type, amount]) => {
      balance += amount;
      return [type, amount, balance];
    })
    .toReversed();
  const shown = body.data.map((entry: Record<string, unknown>) => [entry.type, entry.amount, entry.balance]);
  return JSON.stringify(shown) === JSON.stringify(expected);
}

function isList({ cards }: State, { body }: Answer): boolean {
  const shown: { id: string }[] = body.data;
  const right = (one: { id: string }): boolean => {
    const card = cards[one.id];
    return card !== undefined && shows(one, card);
  };
  return shown.length === Object.keys(cards).length && shown.every(right);
}

const codePattern = /^(?:[A-HJ-NP-Z2-9]{4}-){6}[A-HJ-NP-Z2-9]{4}$/;

const withCard = (state: State, id: string, card: Card): State => ({ ...state, cards: { ...state.cards, [id]: card } });

function applyIssue(state: State, { value }: Input, answer: Answer | undefined): State | undefined {
  const card: Card = { disabled: false, ledger: [['issued', value]], holds: {} };
  if (!answer?.ok || answer.body.id in state.cards || !shows(answer.body, card)) return undefined;
  return codePattern.test(answer.body.code) ? withCard(state, answer.body.id, card) : undefined;
}

function applyToOne(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const card = state.cards[input.id];
  const next = card && changed(card, input);
  if (!next) return card && (!answer || answer.code === 'INVALID_FIELD') ? state : undefined;
  return !answer || (answer.ok && shows(answer.body, next)) ? withCard(state, input.id, next) : undefined;
}

/** The card that a checkout holds a part of, and how much. */
function holdOf({ cards }: State, checkout: string): (Hold & { id: string; card: Card }) | undefined {
  for (const [id, card] of Object.entries(cards)) {
    const hold = card.holds[checkout];
    if (hold !== undefined) return { id, card, ...hold };
  }
  return undefined;
}

function withoutHold(state: State, checkout: string): State {
  const standing = holdOf(state, checkout);
  if (!standing) return state;
  const { [checkout]: _, ...holds } = standing.card.holds;
  return withCard(state, standing.id, { ...standing.card, holds });
}

function applyHold(state: State, { id, checkout, amount }: Input, answer: Answer | undefined): State | undefined {
  const tells = (held: number) => !answer || (answer.body?.held === held && answer.body.remainder === amount - held);
  const standing = holdOf(state, checkout);
  if (standing && standing.id === id && standing.asked === amount) return tells(standing.held) ? state : undefined;
  const free = withoutHold(state, checkout);
  const card = free.cards[id];
  if (!card || statusOf(card) !== 'active') return !answer || answer.code === 'INVALID_FIELD' ? state : undefined;
  const held = Math.min(amount, balanceOf(card) - heldOf(card));
  if (!tells(held)) return undefined;
  return withCard(free, id, { ...card, holds: { ...card.holds, [checkout]: { held, asked: amount } } });
}

function applyRelease(state: State, { checkout }: Input, answer: Answer | undefined): State | undefined {
  const released = holdOf(state, checkout)?.held ?? 0;
  return !answer || answer.body?.released === released ? withoutHold(state, checkout) : undefined;
}

function applyOrder(state: State, { order, checkout, total }: Input, answer: Answer | undefined): State | undefined {
  const existing = state.orders[order];
  if (existing) return !answer || answer.body?.paid_by_gift_card === existing.paid ? state : undefined;
  const standing = holdOf(state, checkout);
  if (!standing) return !answer || answer.code === 'INVALID_FIELD' ? state : undefined;
  const paid = Math.min(standing.held, total);
  if (answer && answer.body?.paid_by_gift_card !== paid) return undefined;
  const free = withoutHold(state, checkout);
  const card = free.cards[standing.id] ?? standing.card;
  const next = withCard(free, standing.id, paid > 0 ? withEntry(card, 'redeemed', -paid) : card);
  return { ...next, orders: { ...next.orders, [order]: { total, card: standing.id, paid, refunds: {} } } };
}

/** How a refund is divided: to the buyer's card first, up to what it paid; undefined where it is more than was paid. */
function divided({ total, paid, refunds }: Order, amount: number): readonly [number, number] | undefined {
  const before = Object.values(refunds);
  const toCard = Math.min(amount, total - paid - before.reduce((sum, [first]) => sum + first, 0));
  const toGiftCard = amount - toCard;
  return toGiftCard > paid - before.reduce((sum, [, second]) => sum + second, 0) ? undefined : [toCard, toGiftCard];
}

const isDivided = (answer: Answer | undefined, [toCard, toGiftCard]: readonly [number, number]): boolean =>
  !answer || (answer.body?.to_card === toCard && answer.body.to_gift_card === toGiftCard);

function withRefund(state: State, { order: id, refund: name }: Input, shares: readonly [number, number]): State {
  const order = state.orders[id];
  const card = order && state.cards[order.card];
  if (!card) return state;
  const next = withCard(state, order.card, shares[1] > 0 ? withEntry(card, 'refunded', shares[1]) : card);
  return { ...next, orders: { ...next.orders, [id]: { ...order, refunds: { ...order.refunds, [name]: shares } } } };
}

function applyRefund(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const order = state.orders[input.order];
  if (!order) return !answer || answer.code === 'NOT_FOUND' ? state : undefined;
  const existing = order.refunds[input.refund];
  if (existing) return isDivided(answer, existing) ? state : undefined;
  const shares = divided(order, input.amount);
  if (!shares) return !answer || answer.code === 'INVALID_FIELD' ? state : undefined;
  return isDivided(answer, shares) ? withRefund(state, input, shares) : undefined;
}

const effects: Record<string, Model<State>> = {
  issue: applyIssue,
  hold: applyHold,
  release: applyRelease,
  order: applyOrder,
  refund: applyRefund,
  list: (state, input, answer) => (answer && isRead(state, input, answer) ? state : undefined),
  transactions: (state, input, answer) => (answer && isRead(state, input, answer) ? state : undefined),
};

function isRead(state: State, { kind, id }: Input, answer: Answer): boolean {
  if (kind === 'list') return answer.ok && isList(state, answer);
  const card = state.cards[id];
  return card !== undefined && answer.ok && isLedger(card, answer);
}

const apply: Model<State> = (state, input, answer, during) =>
  (effects[input.kind] ?? applyToOne)(state, input, answer, during);

export const giftCards: Area = {
  name: 'gift cards, checkouts and refunds',
  async begin(world) {
    const subject = `gift cards of ${world.store.id}`;
    const known: string[] = [];
    const codes = new Map<string, string>();
    const key = world.write;
    const store_id = world.store.id;
    const orders = [newId('order'), newId('order')] as const;
    const checkouts = ['checkout-1', 'checkout-2'] as const;
    const [product] = world.products;

    const atCheckout = (random: Random, id: string): Step => {
      const checkout = random.pick(checkouts);
      const order = orders[checkouts.indexOf(checkout)] ?? orders[0];
      const total = 700;
      const line = { product_id: product.id, variant_id: product.variants[0]?.id, quantity: 1, unit_price: total };
      const amount = random.pick([300, total]);
      const name = `refund-${random.below(3)}`;
      const step = (input: Input, send: Step['send']): Step => ({ subject, keyed: false, input, send });
      return random.pick([
        step({ kind: 'hold', id, checkout, amount }, () =>
          tell(hold, {
            store_id,
            checkout_id: checkout,
            code: codes.get(id),
            amount,
            currency: world.store.currency,
            expires_at: '2999-01-01T00:00:00Z',
          }),
        ),
        step({ kind: 'release', checkout }, () => tell(release, { store_id, checkout_id: checkout })),
        step({ kind: 'order', order, checkout, total }, () =>
          tell(recordOrder, {
            store_id,
            order: {
              id: order,
              site_id: world.sites[0].id,
              customer_id: world.customers[0].id,
              status: 'paid',
              currency: world.store.currency,
              lines: [line],
              checkout_id: checkout,
            },
          }),
        ),
        step({ kind: 'refund', order, refund: name, amount: 200 }, () =>
          tell(refund, { store_id, order_id: order, refund_id: name, amount: 200 }),
        ),
      ]);
    };

    const issuing = (value: number): Step => ({
      subject,
      keyed: true,
      input: { kind: 'issue', value },
      async send(idempotencyKey) {
        const answer = await ask(issue, contract.issueGiftCard, { key, body: { value }, idempotencyKey });
        if (answer.ok && !known.includes(answer.body.id)) known.push(answer.body.id);
        if (answer.ok) codes.set(answer.body.id, answer.body.code);
        return answer;
      },
    });

    const reading = (id: string): Step => ({
      subject,
      keyed: false,
      input: { kind: 'get', id },
      send: () => ask(get, contract.getGiftCard, { key, path: { gift_card_id: id } }),
    });

    const changing = (random: Random, id: string): Step => {
      const path = { gift_card_id: id };
      const amount = random.pick([-500, -300, 200, highestBalance]);
      return random.pick<Step>([
        {
          subject,
          keyed: true,
          input: { kind: 'adjust', id, amount },
          send: (idempotencyKey) =>
            ask(adjust, contract.adjustGiftCard, { key, path, body: { amount }, idempotencyKey }),
        },
        {
          subject,
          keyed: true,
          input: { kind: 'disable', id },
          send: (idempotencyKey) => ask(disable, contract.disableGiftCard, { key, path, idempotencyKey }),
        },
        {
          subject,
          keyed: true,
          input: { kind: 'enable', id },
          send: (idempotencyKey) => ask(enable, contract.enableGiftCard, { key, path, idempotencyKey }),
        },
        reading(id),
      ]);
    };

    return {
      subject,
      explains: (operations) => isExplained<State>({ cards: {}, orders: {} }, operations, apply),
      next(random) {
        const id = known[random.below(known.length)];
        if (id === undefined || random.chance(0.15)) return issuing(random.pick([500, 1000]));
        return random.chance(0.6) ? atCheckout(random, id) : changing(random, id);
      },
      last: () => [
        ...known.map(reading),
        ...known.map((id) => ({
          subject,
          keyed: false,
          input: { kind: 'transactions', id },
          send: () =>
            ask(listTransactions, contract.listGiftCardTransactions, {
              key,
              path: { gift_card_id: id },
              query: { limit: 100 },
            }),
        })),
        {
          subject,
          keyed: false,
          input: { kind: 'list' },
          send: () => ask(list, contract.listGiftCards, { key, query: { limit: 100 } }),
        },
      ],
    };
  },
};
