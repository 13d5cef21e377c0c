/** What is true of gift cards, checkouts and orders, one thing at a time. */

import { isDeepStrictEqual } from 'node:util';
import { type BooksRow, movementNames } from '../../lib/ledger/report-fields.ts';
import { replaceGiftCardCode } from '../../lib/resources/gift-cards/operations.ts';
import { getOrder } from '../../lib/resources/orders/functions.ts';
import { newId } from '../../lib/runtime/ids.ts';
import type { Phase } from '../requests/table.ts';
import { inHours } from '../stage/engine/clock.ts';
import {
  type Answer,
  type Input,
  type Interval,
  isRefused,
  type Model,
  type Operation,
} from '../stage/engine/history.ts';
import type { Random } from '../stage/engine/random.ts';
import type { SentMail } from '../stage/random/run.ts';
import { call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import { lineOf, orderOf, record } from '../support/world/checkout.ts';
import { succeeded, type World } from '../support/world/world.ts';
import {
  type Account,
  balanceOf,
  changed,
  type Hold,
  heldOf,
  isLedger,
  noExpiry,
  showsAccount,
  statusOf,
  withEntry,
} from './ledger.ts';

/**
 * A shop with gift cards, two checkouts with an order each, and two orders that buy cards; one of each is paid at once. Another order buys cards
 * for a day. An earlier order bought vouchers, cards that clients know and spend.
 */
export interface Fixture {
  world: World;
  store_id: string;
  key: string;
  /** Ids of the cards that clients issued. */
  known: string[];
  /** All codes in answers, by the card's id, in their order. */
  codes: Map<string, string[]>;
  /** By the last phase in which something lasts: when it ends, as the contract writes it. */
  ends: Readonly<Record<number, string>>;
  checkouts: readonly [Checkout, Checkout];
  purchases: readonly [Buying, Buying];
  present: Buying;
  /** Empty where no client spends them. */
  vouchers: readonly Voucher[];
  voucherOrder: string;
}

/** A bought card as it was at first. */
interface Voucher {
  id: string;
  code: string;
  recipient: string | null;
}

interface Checkout {
  id: string;
  order: string;
  status: 'paid' | 'pending';
  /** What clients know. */
  isHeld: boolean;
  isOrdered: boolean;
}

/** An order of two cards. */
interface Buying {
  order: string;
  status: 'paid' | 'pending';
  recipient: string;
}

const checkout = (id: string, status: Checkout['status']): Checkout => ({
  ...{ id, order: newId('order'), status },
  ...{ isHeld: false, isOrdered: false },
});

const voucherPrice = 900;

/** A fixture without vouchers. */
export const settle = async (world: World): Promise<Fixture> => ({
  world,
  store_id: world.store.id,
  key: world.write,
  known: [],
  codes: new Map(),
  ends: { 1: inHours(1), 2: inHours(3) },
  checkouts: [checkout('checkout-1', 'paid'), checkout('checkout-2', 'pending')],
  purchases: [
    { order: newId('order'), status: 'paid', recipient: 'grandchild@example.com' },
    { order: newId('order'), status: 'pending', recipient: 'godchild@example.com' },
  ],
  present: { order: newId('order'), status: 'pending', recipient: 'birthday-child@example.com' },
  vouchers: [],
  voucherOrder: newId('order'),
});

export async function begin(world: World): Promise<Fixture> {
  const fixture = await settle(world);
  const { store_id, voucherOrder: order_id } = fixture;
  // The first code of a card for a far day is given to no one, so clients know all codes of the vouchers.
  const line = { quantity: 2, unit_price: voucherPrice, recipient_email: 'voucher@example.com', send_at: inHours(700) };
  const order = orderOf(world, { id: order_id, lines: [lineOf(world.products[2], line)] });
  await succeeded(record(world, order));
  const { gift_cards } = await succeeded(invoke(getOrder, { store_id, order_id }));
  const vouchers = await Promise.all(gift_cards.map(({ id }) => voucherOf(fixture, id)));
  for (const { id, code } of vouchers) rememberCode(fixture, id, code);
  return { ...fixture, vouchers };
}

async function voucherOf(fixture: Fixture, id: string): Promise<Voucher> {
  const { body } = await call(replaceGiftCardCode, at(fixture, id));
  return { id, code: body.code, recipient: body.recipient_email };
}

export const friend = 'friend@example.com';

/** Where codes are mailed to. */
const recipients = ({ purchases, present }: Fixture): string[] => [
  friend,
  ...[...purchases, present].map(({ recipient }) => recipient),
];

/** When the cards of the present are due: after the first phase. */
export const dayOf = ({ ends }: Fixture): string => ends[1] ?? '';

export const rememberCode = ({ codes }: Fixture, id: string, code: string): void =>
  void codes.set(id, [...(codes.get(id) ?? []), code]);

/** The last known code of a card, now and then an earlier one. */
export const codeOf = ({ codes }: Fixture, id: string, random: Random): string | undefined =>
  random.chance(0.15) ? random.among(codes.get(id) ?? []) : codes.get(id)?.at(-1);

/** The id of any order, mostly of one that clients recorded for a checkout. */
export const orderOfAny = ({ checkouts, purchases, present }: Fixture, random: Random): string =>
  (random.chance(0.6) ? random.among(checkouts.filter(({ isOrdered }) => isOrdered)) : undefined)?.order ??
  random.pick([...checkouts, ...purchases, present]).order;

/** A request about a card. */
export const at = ({ key }: Fixture, id: string) => ({ key, path: { gift_card_id: id } });

/** The id of a card, mostly the first. */
export const cardOf = ({ known }: Fixture, random: Random): string | undefined =>
  random.chance(0.7) ? known[0] : random.among(known);

interface Card extends Account {
  code: string;
  /** What it was found by once. */
  former: readonly string[];
  recipient: string | null;
}

interface Order {
  total: number;
  /** By gift cards, in order of joining. */
  payments: readonly Payment[];
  refunds: Record<string, Refund>;
}

interface Payment {
  card: string;
  paid: number;
  /** The amount that was returned to the card. */
  back: number;
}

/** To the buyer's card and to the gift cards, and by when it was made. */
type Refund = readonly [toCard: number, toGiftCard: number, by: number];

type Status = 'pending' | 'paid' | 'fulfilled' | 'cancelled';

/** An order of gift cards. */
interface Purchase {
  units: number;
  price: number;
  recipient: string;
  refunds: Record<string, Refund>;
  /** Refunded units, and those of them with cards that were taken back or never issued. */
  refunded: number;
  taken: number;
}

interface State {
  cards: Record<string, Card>;
  /** By checkout: its cards in order of joining, with holds that have lapsed. */
  joined: Record<string, readonly string[]>;
  orders: Record<string, Order>;
  purchases: Record<string, Purchase>;
  /** Of the orders of both kinds. */
  statuses: Record<string, Status>;
  /** By refund: the voucher that it took back. */
  takenBack: Record<string, string>;
}

/** Only the vouchers are there. */
export const beginning = ({ vouchers }: Fixture): State => ({
  ...{ joined: {}, orders: {}, purchases: {}, statuses: {}, takenBack: {} },
  cards: Object.fromEntries(vouchers.map((voucher) => [voucher.id, cardOfVoucher(voucher)])),
});

const cardOfVoucher = ({ code, recipient }: Voucher): Card => ({
  ...{ code, former: [], disabled: false, until: noExpiry, note: null, recipient, holds: {} },
  ledger: [['issued', voucherPrice, 0]],
});

// biome-ignore lint/suspicious/noExplicitAny: a card as it was answered
const shows = (shown: any, card: Card, phase: Phase): boolean =>
  showsAccount(shown, card, phase) && shown.recipient_email === card.recipient;

interface ShownCard {
  id: string;
  status: string;
  balance: number;
  initial_value: number;
  recipient_email: string | null;
}

/** The cards that clients issued, those that were bought and those that were moved in. */
function isList(state: State, { status, phase, movedIn = [] }: Input, { body }: Answer): boolean {
  const { cards } = state;
  const shown: ShownCard[] = body.data;
  const others: ShownCard[] = movedIn.filter((card: ShownCard) => status === undefined || status === card.status);
  const wanted = (card: Card): boolean => status === undefined || status === statusOf(card, phase);
  const issued = Object.entries(cards).filter(([, card]) => wanted(card));
  const listed = new Map(shown.map((card) => [card.id, card]));
  const bought = shown.filter(({ id }) => !(id in cards || others.some((card) => card.id === id))).map(label);
  const due = status === 'expired' ? [] : paidIn(state).flatMap(unitsOf);
  const taken = bought.filter((each) => paidIn(state).some((purchase) => each === takenLabel(purchase)));
  return (
    issued.every(([id, card]) => shows(listed.get(id) ?? {}, card, phase)) &&
    others.every((card) => isDeepStrictEqual(listed.get(card.id), card)) &&
    shown.length === issued.length + due.length + taken.length + others.length &&
    taken.length <= takenIn(state) &&
    JSON.stringify(bought.filter((each) => !taken.includes(each)).toSorted()) === JSON.stringify(due.toSorted())
  );
}

const label = ({ recipient_email, initial_value, balance, status }: ShownCard): string =>
  `${recipient_email} ${initial_value} ${balance} ${status}`;

const isPaid = (status: Status | undefined): boolean => status === 'paid' || status === 'fulfilled';

const paidIn = ({ purchases, statuses }: State): Purchase[] =>
  Object.entries(purchases).flatMap(([order, purchase]) => (isPaid(statuses[order]) ? [purchase] : []));

const unitsOf = ({ units, taken, price, recipient }: Purchase): string[] =>
  Array.from({ length: units - taken }, () => `${recipient} ${price} ${price} active`);

const takenLabel = ({ price, recipient }: Purchase): string => `${recipient} ${price} 0 used`;

/** The largest number of cards that were taken back: a refunded unit without an issued card gets none. */
const takenIn = (state: State): number => paidIn(state).reduce((sum, { taken }) => sum + taken, 0);

const codePattern = /^(?:[A-HJ-NP-Z2-9]{4}-){6}[A-HJ-NP-Z2-9]{4}$/;

const withCard = (state: State, id: string, card: Card): State => ({ ...state, cards: { ...state.cards, [id]: card } });

function applyIssue(state: State, input: Input, answer: Answer | undefined, { to }: Interval): State | undefined {
  // A request that is sent again in a later phase may have an expiry that has passed.
  if (input.until !== noExpiry && isRefused(answer, 'INVALID_FIELD')) return state;
  if (!answer?.ok || answer.body.id in state.cards || !codePattern.test(answer.body.code)) return undefined;
  const { value, until, recipient, phase } = input;
  const { id, code } = answer.body;
  const ledger = [['issued', value, to] as const];
  const card: Card = { code, former: [], disabled: false, until, note: null, recipient, ledger, holds: {} };
  return shows(answer.body, card, phase) ? withCard(state, id, card) : undefined;
}

function applyToOne(state: State, input: Input, answer: Answer | undefined, during: Interval): State | undefined {
  const card = state.cards[input.id];
  const next = card && changed(card, input, during);
  if (!next) return card && (!answer || answer.code === 'INVALID_FIELD') ? state : undefined;
  return !answer || (answer.ok && shows(answer.body, next, input.phase)) ? withCard(state, input.id, next) : undefined;
}

const joinedTo = ({ joined }: State, checkout: string): readonly string[] => joined[checkout] ?? [];

/** The hold of a checkout on a card, if it has not expired. */
function holdOf({ cards }: State, id: string, checkout: string, phase: Phase): Hold | undefined {
  const hold = cards[id]?.holds[checkout];
  return hold && hold.until >= phase ? hold : undefined;
}

const heldFor = (state: State, ids: readonly string[], checkout: string, phase: Phase): number =>
  ids.reduce((sum, id) => sum + (holdOf(state, id, checkout, phase)?.held ?? 0), 0);

/** The checkout holds nothing of these cards any more. */
function withoutHolds(state: State, ids: readonly string[], checkout: string): State {
  const left = joinedTo(state, checkout).filter((id) => !ids.includes(id));
  return ids.reduce(
    (before, id) => {
      const card = before.cards[id];
      if (!card) return before;
      const { [checkout]: _, ...holds } = card.holds;
      return withCard(before, id, { ...card, holds });
    },
    { ...state, joined: { ...state.joined, [checkout]: left } },
  );
}

/** A new code in place of the card's, also for its holders. */
function applyReplaceCode(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const { id, recipient, phase } = input;
  const card = state.cards[id];
  if (!card || !answer?.ok || !codePattern.test(answer.body.code)) return undefined;
  const { code } = answer.body;
  if (code === card.code || card.former.includes(code) || answer.body.last4 !== code.slice(-4)) return undefined;
  const former = [...card.former, card.code];
  const next = { ...card, code, former, recipient: recipient ?? card.recipient };
  return shows(answer.body, next, phase) ? withCard(state, id, next) : undefined;
}

/** What a checkout could spend of a card. */
function availableTo(card: Card, checkout: string, phase: Phase): number {
  const own = card.holds[checkout];
  const held = own && own.until >= phase ? own.held : 0;
  return statusOf(card, phase) === 'active' ? balanceOf(card) - heldOf(card, phase) + held : held;
}

function applyBalance(state: State, { id, code, checkout, phase }: Input, answer: Answer | undefined) {
  if (!answer) return state;
  const card = state.cards[id];
  if (!card || card.code !== code) return answer.code === 'NOT_FOUND' ? state : undefined;
  const { body } = answer;
  const isTrue =
    body?.gift_card_id === id &&
    body.balance === balanceOf(card) &&
    body.status === statusOf(card, phase) &&
    body.available === availableTo(card, checkout, phase);
  return isTrue ? state : undefined;
}

function applyHold(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const { id, code, checkout, amount, until, phase, add = false } = input;
  if (state.cards[id]?.code !== code) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  const joined = joinedTo(state, checkout);
  const kept = add ? withJoined(joined, id) : [id];
  if (kept.length > mostOfCheckout) return isRefused(answer, 'INVALID_FIELD') ? state : undefined;
  const others = joined.filter((each) => !kept.includes(each));
  const free = withoutHolds(state, others, checkout);
  const left = Math.max(0, amount - heldFor(free, kept.slice(0, kept.indexOf(id)), checkout, phase));
  const next = withHold(free, id, checkout, { asked: left, until, phase });
  if (!next) return isRefused(answer, 'INVALID_FIELD') ? state : undefined;
  return isHeld(next, kept, input, answer) ? { ...next, joined: { ...next.joined, [checkout]: kept } } : undefined;
}

function isHeld(state: State, kept: readonly string[], input: Input, answer: Answer | undefined): boolean {
  const { id, checkout, amount, phase, add } = input;
  if (!answer) return true;
  const { held, remainder, holds = [] } = answer.body ?? {};
  const all = kept.map((each) => ({ gift_card_id: each, held: heldFor(state, [each], checkout, phase) }));
  return (
    held === heldFor(state, [id], checkout, phase) &&
    remainder === Math.max(0, amount - heldFor(state, kept, checkout, phase)) &&
    (!add || isDeepStrictEqual(holds.map(withoutDigits), all))
  );
}

const withJoined = (joined: readonly string[], id: string) => (joined.includes(id) ? joined : [...joined, id]);

const mostOfCheckout = 10;

const withoutDigits = ({ gift_card_id, held }: { gift_card_id: string; held: number }) => ({ gift_card_id, held });

/** A repeated request changes nothing; undefined if the card cannot be held. */
function withHold(
  state: State,
  id: string,
  checkout: string,
  { asked, until, phase }: { asked: number; until: number; phase: Phase },
): State | undefined {
  const standing = holdOf(state, id, checkout, phase);
  if (standing?.asked === asked && standing.until === until) return state;
  const card = state.cards[id];
  if (!card || statusOf(card, phase) !== 'active') return undefined;
  const free = balanceOf(card) - heldOf(card, phase) + (standing?.held ?? 0);
  const hold = { held: Math.min(asked, free), asked, until };
  return withCard(state, id, { ...card, holds: { ...card.holds, [checkout]: hold } });
}

function applyRelease(state: State, { checkout, card, phase }: Input, answer: Answer | undefined): State | undefined {
  const ids = joinedTo(state, checkout).filter((id) => card === undefined || id === card);
  const released = heldFor(state, ids, checkout, phase);
  return !answer || answer.body?.released === released ? withoutHolds(state, ids, checkout) : undefined;
}

function applyOrder(state: State, input: Input, answer: Answer | undefined, during: Interval): State | undefined {
  const { order, checkout, status, total, phase } = input;
  const existing = state.orders[order];
  if (existing) return isOrder(answer, state.statuses[order], existing.payments) ? state : undefined;
  const joined = joinedTo(state, checkout);
  if (joined.length === 0 || joined.some((id) => !holdOf(state, id, checkout, phase))) {
    return !answer || answer.code === 'INVALID_FIELD' ? state : undefined;
  }
  let left: number = total;
  const payments = joined.flatMap((card) => {
    const paid = Math.min(left, heldFor(state, [card], checkout, phase));
    left -= paid;
    return paid > 0 ? [{ card, paid, back: 0 }] : [];
  });
  if (!isOrder(answer, status, payments)) return undefined;
  const next = withEntries(withoutHolds(state, joined, checkout), 'redeemed', during, payments.map(spentOf));
  return {
    ...next,
    orders: { ...next.orders, [order]: { total, payments, refunds: {} } },
    statuses: { ...next.statuses, [order]: status },
  };
}

const spentOf = ({ card, paid }: Payment) => ({ card, amount: -paid });

/** An entry on each of these cards. */
const withEntries = (
  state: State,
  type: string,
  during: Interval,
  entries: readonly { card: string; amount: number }[],
): State =>
  entries.reduce((before, { card: id, amount }) => {
    const card = before.cards[id];
    return card && amount !== 0 ? withCard(before, id, withEntry(card, type, during, amount)) : before;
  }, state);

const paidBy = (payments: readonly Payment[]): number => payments.reduce((sum, { paid }) => sum + paid, 0);

const isOrder = (
  answer: Answer | undefined,
  status: Status | undefined,
  payments: readonly Payment[] | undefined = [],
): boolean => {
  if (!answer) return true;
  if (answer.body?.status !== status || answer.body.paid_by_gift_card !== paidBy(payments)) return false;
  const due = payments.map(({ card, paid, back }) => ({ gift_card_id: card, amount: paid, refunded: back }));
  // The last release shows no payments.
  const shown = answer.body.payments?.map(({ type: _, ...payment }: { type: string }) => payment);
  return shown === undefined || isDeepStrictEqual(shown, due);
};

type Shares = readonly [toCard: number, toGiftCard: number, ...rest: readonly number[]];

/** How a refund is divided: to the buyer's card first, up to what it paid; undefined if it is more than was paid. */
function divided({ total, payments, refunds }: Order, amount: number): Shares | undefined {
  const before = Object.values(refunds);
  const paid = paidBy(payments);
  const toCard = Math.min(amount, total - paid - before.reduce((sum, [first]) => sum + first, 0));
  const toGiftCard = amount - toCard;
  return toGiftCard > paid - before.reduce((sum, [, second]) => sum + second, 0) ? undefined : [toCard, toGiftCard];
}

const isDivided = (answer: Answer | undefined, [toCard, toGiftCard]: Shares): boolean =>
  !answer || (answer.body?.to_card === toCard && answer.body.to_gift_card === toGiftCard);

function withRefund(state: State, { order: id, refund: name }: Input, shares: Shares, during: Interval): State {
  const order = state.orders[id];
  if (!order) return state;
  let left = shares[1];
  // The card that joined last gets its money back first.
  const payments = order.payments.toReversed().map((payment) => {
    const amount = Math.min(left, payment.paid - payment.back);
    left -= amount;
    return { ...payment, back: payment.back + amount };
  });
  const refunds = { ...order.refunds, [name]: [...shares, during.to] as const };
  return withReturns(state, id, { ...order, payments: payments.toReversed(), refunds }, during);
}

/** The order after more of its payments have returned to their cards. */
function withReturns(state: State, id: string, next: Order, during: Interval): State {
  const before = state.orders[id]?.payments ?? [];
  const returns = next.payments.map(({ card, back }, index) => ({ card, amount: back - (before[index]?.back ?? 0) }));
  const returned = withEntries(state, 'refunded', during, returns);
  return { ...returned, orders: { ...returned.orders, [id]: next } };
}

function applyRefund(state: State, input: Input, answer: Answer | undefined, during: Interval): State | undefined {
  const refused = (code: string) => (isRefused(answer, code) ? state : undefined);
  const order = state.orders[input.order];
  if (!order) return refused('NOT_FOUND');
  if (!isPaid(state.statuses[input.order])) return refused('INVALID_FIELD');
  const existing = order.refunds[input.refund];
  if (existing) return isDivided(answer, existing) ? state : undefined;
  // A refund's id is the caller's own, and names one refund of the store.
  if (Object.values(state.orders).some(({ refunds }) => input.refund in refunds)) return refused('DUPLICATE');
  const shares = divided(order, input.amount);
  if (!shares) return refused('INVALID_FIELD');
  return isDivided(answer, shares) ? withRefund(state, input, shares, during) : undefined;
}

/** A refund of one unit of cards, or of all by their whole price. No client spends these cards, so each can be taken back. */
function applyReturn(state: State, input: Input, answer: Answer | undefined, { to }: Interval): State | undefined {
  const { order, refund, amount, units, keep } = input;
  const refused = (code: string) => (isRefused(answer, code) ? state : undefined);
  const purchase = state.purchases[order];
  if (!purchase) return refused('NOT_FOUND');
  if (!isPaid(state.statuses[order])) return refused('INVALID_FIELD');
  const shares = [amount, 0] as const;
  if (purchase.refunds[refund]) return isDivided(answer, shares) ? state : undefined;
  if (units > purchase.units - purchase.refunded) return refused('INVALID_FIELD');
  if (!isDivided(answer, shares)) return undefined;
  const next = {
    ...purchase,
    refunds: { ...purchase.refunds, [refund]: [...shares, to] as const },
    refunded: purchase.refunded + units,
    taken: purchase.taken + (keep ? 0 : units),
  };
  return { ...state, purchases: { ...state.purchases, [order]: next } };
}

/** A refund of one voucher takes back the oldest that is neither held nor spent. */
function applyTakeBack(state: State, input: Input, answer: Answer | undefined, during: Interval): State | undefined {
  const { refund, vouchers, phase } = input;
  const shares = [voucherPrice, 0] as const;
  if (state.takenBack[refund]) return isDivided(answer, shares) ? state : undefined;
  const taken = Object.values(state.takenBack);
  const id = vouchers.find((each: string) => !taken.includes(each) && isUntouched(state.cards[each], phase));
  const card = state.cards[id];
  if (!card) return isRefused(answer, 'INVALID_FIELD') ? state : undefined;
  if (!isDivided(answer, shares)) return undefined;
  const next = withCard(state, id, withEntry(card, 'adjusted', during, -balanceOf(card)));
  return { ...next, takenBack: { ...state.takenBack, [refund]: id } };
}

const isUntouched = (card: Card | undefined, phase: Phase): boolean =>
  card !== undefined &&
  heldOf(card, phase) === 0 &&
  card.ledger.reduce((sum, [type, amount]) => sum + (/^(?:redeemed|refunded)$/.test(type) ? amount : 0), 0) >= 0;

function applyBuy(state: State, { order, status, purchase }: Input, answer: Answer | undefined): State | undefined {
  const next = state.statuses[order] ?? status;
  if (!isOrder(answer, next)) return undefined;
  return {
    ...state,
    purchases: {
      ...state.purchases,
      [order]: state.purchases[order] ?? { ...purchase, refunds: {}, refunded: 0, taken: 0 },
    },
    statuses: { ...state.statuses, [order]: next },
  };
}

/** Once all is quiet, every order is listed with its status. */
function applyOrderList(state: State, _: Input, answer: Answer | undefined): State | undefined {
  const listed = new Map<string, string>(
    answer?.body?.data?.map((order: { id: string; status: string }) => [order.id, order.status]),
  );
  return Object.entries(state.statuses).every(([id, status]) => listed.get(id) === status) ? state : undefined;
}

function applyOrderRead(state: State, { order, phase }: Input, answer: Answer | undefined, { from }: Interval) {
  const status = state.statuses[order];
  if (!status) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  if (!isOrder(answer, status, state.orders[order]?.payments)) return undefined;
  return !answer || showsOutcome(state, order, answer.body, { from, isWhole: phase === 3 }) ? state : undefined;
}

/**
 * An order is read with its refunds and its cards, which are of no one moment: only refunds from before the read are sure to be shown, and
 * everything is once all is quiet.
 */
function showsOutcome(
  state: State,
  order: string,
  body: ShownOrder,
  { from, isWhole }: { from: number; isWhole: boolean },
) {
  const refunds = Object.entries(state.orders[order]?.refunds ?? state.purchases[order]?.refunds ?? {});
  const shown = new Map(body.refunds.map((each) => [each.refund_id, each]));
  const purchase = state.purchases[order];
  const due = purchase && isPaid(state.statuses[order]) ? unitsOf(purchase) : [];
  const refunded = body.refunds.reduce((sum, { to_card, to_gift_card }) => sum + to_card + to_gift_card, 0);
  const live = body.gift_cards.filter(({ status }) => status === 'active');
  const isAll = live.length === due.length && body.refunds.length === refunds.length && body.refunded === refunded;
  return (
    refunds.every(([name, [toCard, toGiftCard, by]]) => {
      const found = shown.get(name);
      return found ? found.to_card === toCard && found.to_gift_card === toGiftCard : by > from;
    }) &&
    body.gift_cards.every((card) =>
      purchase ? [takenLabel(purchase), ...unitsOf({ ...purchase, taken: 0 })].includes(label(card)) : false,
    ) &&
    (isAll || !isWhole)
  );
}

interface ShownOrder {
  refunded: number;
  refunds: readonly ShownRefund[];
  gift_cards: readonly ShownCard[];
}

interface ShownRefund {
  refund_id: string;
  to_card: number;
  to_gift_card: number;
}

/** What an order of a status becomes; refused where nothing is named. */
const moves: Readonly<Record<string, Partial<Record<Status, Status>>>> = {
  pay: { pending: 'paid', paid: 'paid', fulfilled: 'fulfilled' },
  fulfil: { paid: 'fulfilled', fulfilled: 'fulfilled' },
  cancel: { pending: 'cancelled', cancelled: 'cancelled' },
};

function applyMove(state: State, input: Input, answer: Answer | undefined, during: Interval): State | undefined {
  const refused = (code: string) => (isRefused(answer, code) ? state : undefined);
  const { kind, order: id } = input;
  const status = state.statuses[id];
  if (!status) return refused('NOT_FOUND');
  const next = moves[kind]?.[status];
  if (!next) return refused('INVALID_FIELD');
  const order = state.orders[id];
  const isNewlyCancelled = next === 'cancelled' && status !== next;
  const payments = order?.payments.map((payment) => (isNewlyCancelled ? { ...payment, back: payment.paid } : payment));
  if (!isOrder(answer, next, payments)) return undefined;
  const moved = { ...state, statuses: { ...state.statuses, [id]: next } };
  return isNewlyCancelled && order && payments ? withReturns(moved, id, { ...order, payments }, during) : moved;
}

const isTakenBack = (state: State, { body }: Answer): boolean =>
  body.status === 'used' && body.balance === 0 && takenIn(state) > 0;

/** A code that was mailed is that of a card: an issued one, or a bought one that no client has touched. */
function applyClaim(state: State, { code }: Input, answer: Answer | undefined): State | undefined {
  const cards = Object.entries(state.cards);
  if (cards.some(([, { former }]) => former.includes(code))) return answer?.code === 'NOT_FOUND' ? state : undefined;
  if (!answer?.ok) return undefined;
  const { gift_card_id, status, balance, available } = answer.body;
  const [issued] = cards.find(([, card]) => card.code === code) ?? [];
  if (issued) return gift_card_id === issued ? state : undefined;
  const isOfBought = status === 'active' || isTakenBack(state, answer);
  return isOfBought && !(gift_card_id in state.cards) && available === balance ? state : undefined;
}

function applyAudit(state: State, _input: Input, answer: Answer | undefined): State | undefined {
  return answer?.ok && answer.body.findings.length === 0 ? state : undefined;
}

/** Only the last report has everything: a change within a minute of another report is not in that one. */
function applyLiability(state: State, input: Input, answer: Answer | undefined): State | undefined {
  if (!answer) return state;
  if (!answer.ok) return undefined;
  const { statuses, next } = answer.body;
  return input.phase < 3 || (next === null && isWorth(state, statuses, input)) ? state : undefined;
}

/** Each row closes, and the account's next day opens, to the cent. */
function applyMovements(state: State, _: Input, answer: Answer | undefined): State | undefined {
  if (!answer) return state;
  if (!answer.ok) return undefined;
  const rows: readonly BooksRow[] = answer.body.data;
  const isClosed = (row: BooksRow, index: number) =>
    movementNames.reduce((sum, name) => sum + row[name], row.opening) === row.closing &&
    row.opening === (rows.slice(0, index).findLast(({ account }) => account === row.account)?.closing ?? row.opening);
  return rows.every(isClosed) ? state : undefined;
}

/** Likewise: every card, and each that clients issued with its whole ledger. */
function applyExport(state: State, input: Input, answer: Answer | undefined): State | undefined {
  if (!answer) return state;
  if (!answer.ok) return undefined;
  return input.phase < 3 || isExport(state, answer.body.data, input) ? state : undefined;
}

interface Exported {
  gift_card: ShownCard;
  transactions: { type: string; amount: number; actor: { name: string | null } }[];
}

/**
 * The history, in which what is asked about all cards at last names those that another area moved in with, as the last export shows them:
 * that area judges them, and here they are only counted.
 */
export function namingMovedIn(history: readonly Operation[]): Operation[] {
  const isOfAll = ({ kind, phase }: Input) => ['list', 'liability', 'export'].includes(kind) && phase === 3;
  const all = history.findLast(({ input }) => input.kind === 'export' && isOfAll(input));
  const exported: Exported[] = all?.answer?.body?.data ?? [];
  const movedIn = exported.filter(isMovedIn).map(({ gift_card }) => gift_card);
  return history.map((one) => (isOfAll(one.input) ? { ...one, input: { ...one.input, movedIn } } : one));
}

const isMovedIn = ({ transactions: [first] }: Exported): boolean => first?.actor.name === 'import';

function isExport(state: State, data: readonly Exported[], { phase, movedIn = [] }: Input): boolean {
  const { cards } = state;
  const bought = paidIn(state).reduce((sum, { units }) => sum + units, 0);
  const exported = new Map(data.map((each) => [each.gift_card.id, each]));
  return (
    data.length <= Object.keys(cards).length + bought + movedIn.length &&
    data.length >= Object.keys(cards).length + bought + movedIn.length - takenIn(state) &&
    Object.entries(cards).every(([id, card]) => {
      const { gift_card, transactions = [] } = exported.get(id) ?? {};
      const entries = transactions.map(({ type, amount }) => `${type} ${amount}`);
      const due = card.ledger.map(([type, amount]) => `${type} ${amount}`);
      return gift_card !== undefined && shows(gift_card, card, phase) && entries.join() === due.join();
    })
  );
}

/** Cards that were issued to the address forget it. */
function applyForget(state: State, { recipient }: Input, answer: Answer | undefined): State | undefined {
  const theirs = Object.entries(state.cards).filter(([, card]) => card.recipient === recipient);
  if (answer && !(answer.ok && answer.body.forgotten === theirs.length)) return undefined;
  const forgotten = theirs.map(([id, card]) => [id, { ...card, recipient: null }] as const);
  return { ...state, cards: { ...state.cards, ...Object.fromEntries(forgotten) } };
}

type Worth = Record<string, { cards: number; balance: number }>;

function isWorth(state: State, statuses: Worth, { phase, movedIn = [] }: Input): boolean {
  // A balance past its expiry is not owed, even on a disabled card.
  const issued = Object.values(state.cards).map((card) => ({
    status: balanceOf(card) > 0 && card.until < phase ? 'expired' : statusOf(card, phase),
    balance: balanceOf(card),
  }));
  const bought = paidIn(state).flatMap(({ units, taken, price }) =>
    Array.from({ length: units - taken }, () => ({ status: 'active', balance: price })),
  );
  const all = [...issued, ...bought, ...movedIn];
  return Object.entries(statuses).every(([status, worth]) => {
    const own = all.filter((card) => card.status === status);
    const further = worth.cards - own.length;
    if (further < 0 || further > (status === 'used' ? takenIn(state) : 0)) return false;
    return worth.balance === own.reduce((sum, { balance }) => sum + balance, 0);
  });
}

function applyRead(state: State, input: Input, answer: Answer | undefined, during: Interval): State | undefined {
  if (!answer) return state;
  if (!answer.ok) return undefined;
  if (input.kind === 'list') return isList(state, input, answer) ? state : undefined;
  const card = state.cards[input.id];
  return card && isLedger(card, answer, during) ? state : undefined;
}

const effects: Record<string, Model<State>> = {
  issue: applyIssue,
  'replace code': applyReplaceCode,
  balance: applyBalance,
  hold: applyHold,
  release: applyRelease,
  order: applyOrder,
  refund: applyRefund,
  return: applyReturn,
  'take back': applyTakeBack,
  buy: applyBuy,
  pay: applyMove,
  fulfil: applyMove,
  cancel: applyMove,
  claim: applyClaim,
  forget: applyForget,
  audit: applyAudit,
  liability: applyLiability,
  movements: applyMovements,
  export: applyExport,
  'get order': applyOrderRead,
  'list orders': applyOrderList,
  list: applyRead,
  transactions: applyRead,
};

export const apply: Model<State> = (state, input, answer, during) =>
  (effects[input.kind] ?? applyToOne)(state, input, answer, during);

export const codesIn = ({ text }: SentMail): string[] => text.match(/(?:[A-Z2-9]{4}-){6}[A-Z2-9]{4}/g) ?? [];

/**
 * Each card with a recipient can be opened with a code that was mailed there, and nothing else can; what was bought has one code, and what was
 * bought for a day has none before it. A bought card that was taken back has at most one.
 */
export function complaintAboutMails(fixture: Fixture, history: readonly Operation[], mails: readonly SentMail[]) {
  const early = mails.filter(
    ({ to, sentAt }) => to === fixture.present.recipient && sentAt < Date.parse(dayOf(fixture)),
  );
  if (early.length > 0) return `${fixture.present.recipient} was mailed before the day`;
  const listed = history.findLast(({ input: { kind, status } }) => kind === 'list' && status === undefined);
  const cards: { recipient_email: string | null; balance: number }[] = listed?.answer?.body.data ?? [];
  for (const recipient of recipients(fixture)) {
    const codes = new Set(mails.filter(({ to }) => to === recipient).flatMap(codesIn));
    const theirs = cards.filter(({ recipient_email }) => recipient_email === recipient);
    const due = theirs.length;
    const mailed = recipient === friend ? due : theirs.filter(({ balance }) => balance > 0).length;
    const opened = history.filter(({ input, answer }) => input.kind === 'claim' && codes.has(input.code) && answer?.ok);
    const ids = new Set(opened.map(({ answer }) => answer?.body.gift_card_id));
    if (ids.size < mailed || ids.size > due) return `${recipient} has ${due} cards, and codes of ${ids.size}`;
    if (recipient !== friend && (codes.size < mailed || codes.size > due))
      return `${recipient} was mailed ${codes.size} codes of ${due} cards`;
  }
  return undefined;
}
