/**
 * What is true of a customer's store credit and of gift cards that pay for the same orders, one thing at a time. Credits with the same
 * expiry are one amount here: which of them holds or pays makes no difference to a customer.
 */
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { issueGiftCard } from '../../lib/resources/gift-cards/operations.ts';
import { createStoreCredit } from '../../lib/resources/store-credits/operations.ts';
import type { Phase } from '../requests/table.ts';
import { inHours } from '../stage/engine/clock.ts';
import { type Answer, type Input, isRefused, type Model } from '../stage/engine/history.ts';
import type { Random } from '../stage/engine/random.ts';
import { asked, made } from '../stage/engine/requests.ts';
import { newCustomer, type World } from '../support/world/world.ts';

/** A customer with a store credit of each expiry, two gift cards, and two checkouts with an order each. */
export interface Fixture {
  world: World;
  store_id: string;
  key: string;
  customer: string;
  /** The customer that clients delete: the same one, or another. */
  deleted: string;
  cards: readonly { id: string; code: string }[];
  checkouts: readonly [Checkout, Checkout];
}

interface Checkout {
  id: string;
  order: string;
  status: 'paid' | 'pending';
}

const cardValue = 500;

const creditValue = 300;

export async function begin(world: World, newOrder: () => string, random: Random): Promise<Fixture> {
  const customer = newCustomer();
  await made(importRecords, { store_id: world.store.id, customers: [customer] });
  const { write: key } = world;
  const issued = async () => (await asked(issueGiftCard, { key, body: { value: cardValue } })).body;
  for (const expires_at of [inHours(1), inHours(3), null]) {
    const body = { value: creditValue, reason: 'goodwill', expires_at };
    await asked(createStoreCredit, { key, path: { id: customer.id }, body });
  }
  return {
    ...{ world, store_id: world.store.id, key, customer: customer.id, cards: [await issued(), await issued()] },
    deleted: random.pick([customer, world.customers[1]]).id,
    checkouts: [
      { id: 'credit-1', order: newOrder(), status: 'paid' },
      { id: 'credit-2', order: newOrder(), status: 'pending' },
    ],
  };
}

/** The last phase in which a credit lasts that never expires. */
const noExpiry = 9;

/** The balance of a card or of all credits with an expiry, and the part that each checkout holds. */
interface Account {
  balance: number;
  holds: Record<string, number>;
  /** The amount that each checkout asked a card for: the same request again changes nothing. */
  asked: Record<string, number>;
}

interface Payment {
  account: string;
  paid: number;
  back: number;
}

type Shares = readonly [toCard: number, toGiftCard: number, toCredit: number];

interface Order {
  status: 'paid' | 'pending' | 'cancelled';
  total: number;
  payments: readonly Payment[];
  refunds: Record<string, { amount: number; to: string | undefined; shares: Shares }>;
}

interface State {
  /** The customer is deleted. Orders are refused from then on, so what checkouts hold is not followed any more. */
  isDeleted: boolean;
  /** Cards by their id; credits by the last phase in which they can be spent, such as `credit 2`. */
  accounts: Record<string, Account>;
  /** By checkout: accounts in order of joining. */
  joined: Record<string, readonly string[]>;
  orders: Record<string, Order>;
}

const empty: Account = { balance: 0, holds: {}, asked: {} };

const creditOf = (until: number): string => `credit ${until}`;

export const initial = ({ cards }: Fixture): State => ({
  isDeleted: false,
  accounts: Object.fromEntries([
    ...cards.map(({ id }) => [id, { ...empty, balance: cardValue }] as const),
    ...[1, 2, noExpiry].map((until) => [creditOf(until), { ...empty, balance: creditValue }] as const),
  ]),
  joined: {},
  orders: {},
});

const isCredit = (name: string): boolean => name.startsWith('credit ');

const isExpired = (name: string, phase: Phase): boolean => isCredit(name) && Number(name.slice(-1)) < phase;

const accountOf = ({ accounts }: State, name: string): Account => accounts[name] ?? empty;

const withAccount = (state: State, name: string, account: Account): State => ({
  ...state,
  accounts: { ...state.accounts, [name]: account },
});

const add = (state: State, name: string, amount: number): State => {
  const account = accountOf(state, name);
  return amount === 0 ? state : withAccount(state, name, { ...account, balance: account.balance + amount });
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const credits = ({ accounts }: State): string[] => Object.keys(accounts).filter(isCredit).toSorted();

const heldBy = (state: State, name: string, checkout: string): number => accountOf(state, name).holds[checkout] ?? 0;

/** The amount that a checkout can hold of an account: of an expired one, no more than it holds already. */
function available(state: State, name: string, checkout: string, phase: Phase): number {
  const { balance, holds } = accountOf(state, name);
  const own = holds[checkout] ?? 0;
  return isExpired(name, phase) ? own : balance - sum(Object.values(holds)) + own;
}

function withHold(state: State, name: string, checkout: string, amount: number, asked = amount): State {
  const account = accountOf(state, name);
  return withAccount(state, name, {
    ...account,
    holds: { ...account.holds, [checkout]: amount },
    asked: { ...account.asked, [checkout]: asked },
  });
}

function without(state: State, names: readonly string[], checkout: string): State {
  const kept = (state.joined[checkout] ?? []).filter((name) => !names.includes(name));
  return names.reduce(
    (next, name) => {
      const { [checkout]: _, ...holds } = accountOf(next, name).holds;
      const { [checkout]: __, ...asked } = accountOf(next, name).asked;
      return withAccount(next, name, { ...accountOf(next, name), holds, asked });
    },
    { ...state, joined: { ...state.joined, [checkout]: kept } },
  );
}

const refusing = (state: State, answer: Answer | undefined) => (code: string) =>
  isRefused(answer, code) ? state : undefined;

/** The holds of a checkout as an answer shows them: of each card, and of all credits. */
function shows(state: State, checkout: string, amount: number, answer: Answer | undefined): boolean {
  if (!answer) return true;
  const { remainder, holds } = answer.body ?? {};
  const joined = state.joined[checkout] ?? [];
  const held = joined.map((name) => [name, heldBy(state, name, checkout)] as const);
  // biome-ignore lint/suspicious/noExplicitAny: holds as they were answered
  const shown: any[] = holds ?? [];
  const ofCredits = (each: { store_credit_id?: string }) => each.store_credit_id !== undefined;
  return (
    remainder === Math.max(0, amount - sum(held.map(([, each]) => each))) &&
    (holds === undefined ||
      (sum(shown.filter(ofCredits).map((each) => each.held)) ===
        sum(held.filter(([name]) => isCredit(name)).map(([, each]) => each)) &&
        shown.length <= mostPayments &&
        JSON.stringify(shown.filter((each) => !ofCredits(each)).map((each) => [each.gift_card_id, each.held])) ===
          JSON.stringify(held.filter(([name]) => !isCredit(name)))))
  );
}

const mostPayments = 10;

function applyHoldCredit(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const { checkout, amount, most = amount, phase } = input;
  const cards = (state.joined[checkout] ?? []).filter((name) => !isCredit(name));
  const forCredits = Math.min(most, Math.max(0, amount - sum(cards.map((name) => heldBy(state, name, checkout)))));
  let left = forCredits;
  let next: State = state;
  const joined: string[] = [];
  for (const name of credits(state)) {
    const held = Math.min(left, available(state, name, checkout, phase));
    left -= held;
    next = held > 0 ? withHold(next, name, checkout, held) : without(next, [name], checkout);
    if (held > 0) joined.push(name);
  }
  next = { ...next, joined: { ...next.joined, [checkout]: [...cards, ...joined] } };
  const isRight = !answer || (answer.ok && answer.body.held === forCredits - left);
  return isRight && shows(next, checkout, amount, answer) ? next : undefined;
}

function applyHoldCard(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const { card, checkout, amount, isAdded } = input;
  const before = state.joined[checkout] ?? [];
  const others = isAdded ? [] : before.filter((name) => !isCredit(name) && name !== card);
  const free = without(state, others, checkout);
  const stayed = free.joined[checkout] ?? [];
  const joined = stayed.includes(card) ? stayed : [...stayed, card];
  const earlier = joined.slice(0, joined.indexOf(card));
  const left = Math.max(0, amount - sum(earlier.map((name) => heldBy(free, name, checkout))));
  const { asked, balance } = accountOf(free, card);
  if (asked[checkout] !== left && balance === 0) return refusing(state, answer)('INVALID_FIELD');
  const held =
    asked[checkout] === left ? heldBy(free, card, checkout) : Math.min(left, available(free, card, checkout, 1));
  const next = { ...withHold(free, card, checkout, held, left), joined: { ...free.joined, [checkout]: joined } };
  const isRight = !answer || (answer.ok && answer.body.held === held);
  return isRight && shows(next, checkout, amount, answer) ? next : undefined;
}

function applyRelease(state: State, { checkout, of }: Input, answer: Answer | undefined): State | undefined {
  const names = (state.joined[checkout] ?? []).filter((name) => isCredit(name) === (of === 'credit'));
  const released = sum(names.map((name) => heldBy(state, name, checkout)));
  return !answer || answer.body?.released === released ? without(state, names, checkout) : undefined;
}

function applyBalance(state: State, { checkout, phase }: Input, answer: Answer | undefined): State | undefined {
  if (!answer) return state;
  const names = credits(state);
  const balance = sum(names.filter((name) => !isExpired(name, phase)).map((name) => accountOf(state, name).balance));
  const free = sum(names.map((name) => available(state, name, checkout, phase)));
  return answer.body?.balance === balance && answer.body.available === free ? state : undefined;
}

const paidBy = ({ payments }: Pick<Order, 'payments'>, of: 'card' | 'credit'): Payment[] =>
  payments.filter(({ account }) => isCredit(account) === (of === 'credit'));

/** An order shows each payment by card, and the sums of the credits. */
function isOrder({ status, payments }: Order, answer: Answer | undefined): boolean {
  if (!answer) return true;
  if (answer.body?.status !== status) return false;
  // biome-ignore lint/suspicious/noExplicitAny: payments as they were answered
  const shown: any[] = answer.body.payments;
  const byCredit = shown.filter(({ type }) => type === 'store_credit');
  const own = paidBy({ payments }, 'credit');
  const byCard = shown
    .filter(({ type }) => type === 'gift_card')
    .map((each) => [each.gift_card_id, each.amount, each.refunded]);
  return (
    answer.body.paid_by_store_credit === sum(own.map(({ paid }) => paid)) &&
    sum(byCredit.map(({ amount }) => amount)) === sum(own.map(({ paid }) => paid)) &&
    sum(byCredit.map(({ refunded }) => refunded)) === sum(own.map(({ back }) => back)) &&
    JSON.stringify(byCard) ===
      JSON.stringify(paidBy({ payments }, 'card').map(({ account, paid, back }) => [account, paid, back]))
  );
}

function applyOrder(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const { order, checkout, status, total } = input;
  const existing = state.orders[order];
  if (existing) return isOrder(existing, answer) ? state : undefined;
  const joined = state.joined[checkout] ?? [];
  if (joined.length === 0) return refusing(state, answer)('INVALID_FIELD');
  let left: number = total;
  const payments = joined.flatMap((account) => {
    const paid = Math.min(left, heldBy(state, account, checkout));
    left -= paid;
    return paid > 0 ? [{ account, paid, back: 0 }] : [];
  });
  const next: Order = { status, total, payments, refunds: {} };
  if (!isOrder(next, answer)) return undefined;
  const spent = payments.reduce(
    (before, { account, paid }) => add(before, account, -paid),
    without(state, joined, checkout),
  );
  return { ...spent, orders: { ...spent.orders, [order]: next } };
}

/** Amounts return to their accounts, or to a new credit that lasts for the rest of a run. */
function returned(state: State, order: string, next: Order, phase: Phase): State {
  const before = state.orders[order]?.payments ?? [];
  const back = next.payments.reduce((after, { account, back: total }, index) => {
    const amount = total - (before[index]?.back ?? 0);
    return add(after, isExpired(account, phase) ? creditOf(noExpiry) : account, amount);
  }, state);
  return { ...back, orders: { ...back.orders, [order]: next } };
}

const isDivided = (answer: Answer | undefined, [card, giftCard, credit]: Shares): boolean =>
  !answer ||
  (answer.body?.to_card === card &&
    answer.body.to_gift_card === giftCard &&
    (answer.body.to_store_credit ?? 0) === credit);

/** The order after a refund, and how it is divided: to the buyer's card first, then to the payments, the last one first. */
function refunded(order: Order, { refund, amount, to }: Input): { next: Order; shares: Shares } {
  const toBuyer = sum(Object.values(order.refunds).map(({ shares: [card] }) => card));
  const byBuyer = order.total - sum(order.payments.map(({ paid }) => paid));
  const toCard = to ? 0 : Math.min(amount, byBuyer - toBuyer);
  let left: number = to ? 0 : amount - toCard;
  const lastFirst = order.payments.toReversed().map((payment) => {
    const part = Math.min(left, payment.paid - payment.back);
    left -= part;
    return { ...payment, back: payment.back + part };
  });
  const payments = lastFirst.toReversed();
  const back = (one: Pick<Order, 'payments'>, of: 'card' | 'credit') => sum(paidBy(one, of).map((each) => each.back));
  const more = (of: 'card' | 'credit') => back({ payments }, of) - back(order, of);
  const shares: Shares = to ? [0, 0, amount] : [toCard, more('card'), more('credit')];
  return { shares, next: { ...order, payments, refunds: { ...order.refunds, [refund]: { amount, to, shares } } } };
}

function isRefundable({ status, total, refunds }: Order, amount: number): boolean {
  const left = total - sum(Object.values(refunds).map((each) => each.amount));
  return status === 'paid' && amount <= left;
}

function applyRefund(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const { order: id, refund, amount, to, phase } = input;
  const refused = refusing(state, answer);
  const order = state.orders[id];
  if (!order) return refused('NOT_FOUND');
  const made = order.refunds[refund];
  if (made && made.to !== to) return refused('DUPLICATE');
  if (made) return isDivided(answer, made.shares) ? state : undefined;
  if (!isRefundable(order, amount) || (to && state.isDeleted)) return refused('INVALID_FIELD');
  const { next, shares } = refunded(order, input);
  if (!isDivided(answer, shares)) return undefined;
  return add(returned(state, id, next, phase), creditOf(noExpiry), to ? amount : 0);
}

function applyCancel(state: State, { order: id, phase }: Input, answer: Answer | undefined): State | undefined {
  const refused = refusing(state, answer);
  const order = state.orders[id];
  if (!order) return refused('NOT_FOUND');
  if (order.status === 'paid') return refused('INVALID_FIELD');
  const payments = order.payments.map((payment) => ({ ...payment, back: payment.paid }));
  const next: Order = { ...order, status: 'cancelled', payments };
  if (!isOrder(next, answer)) return undefined;
  return order.status === 'cancelled' ? state : returned(state, id, next, phase);
}

function applyOrderRead(state: State, { order: id }: Input, answer: Answer | undefined): State | undefined {
  const order = state.orders[id];
  if (!order) return refusing(state, answer)('NOT_FOUND');
  return isOrder(order, answer) ? state : undefined;
}

const applyAudit = (state: State, _: Input, answer: Answer | undefined): State | undefined =>
  !answer || (answer.ok && answer.body.findings.length === 0) ? state : undefined;

const applyCard = (state: State, { card }: Input, answer: Answer | undefined): State | undefined =>
  !answer || answer.body?.balance === accountOf(state, card).balance ? state : undefined;

/** Store credits of a checkout end one after the other while their customer is deleted, so a card may hold any part. */
function applyAnyHoldCard(state: State, { card, amount }: Input, answer: Answer | undefined): State | undefined {
  if (!answer) return state;
  const { balance } = accountOf(state, card);
  if (!answer.ok) return balance === 0 ? refusing(state, answer)('INVALID_FIELD') : undefined;
  const { held, remainder } = answer.body;
  return held <= Math.min(amount, balance) && remainder <= amount - held ? state : undefined;
}

const applyUnknownCustomer = (state: State, _: Input, answer: Answer | undefined): State | undefined =>
  refusing(state, answer)('NOT_FOUND');

/** The effects that differ once the customer is deleted. */
const effectsOfDeleted: Record<string, Model<State>> = {
  'hold credit': applyUnknownCustomer,
  'hold card': applyAnyHoldCard,
  release: (state, _, answer) => (!answer || answer.ok ? state : undefined),
  balance: applyUnknownCustomer,
  order: (state, input, answer) =>
    state.orders[input.order]
      ? applyOrder(state, input, answer)
      : (refusing(state, answer)('INVALID_FIELD') ?? applyUnknownCustomer(state, input, answer)),
};

const applyDelete = (state: State, { isBuyer }: Input, answer: Answer | undefined): State | undefined =>
  !answer || answer.ok ? { ...state, isDeleted: state.isDeleted || isBuyer } : undefined;

function applyTransactions(state: State, { card }: Input, answer: Answer | undefined): State | undefined {
  const entries: readonly { amount: number }[] = answer?.body?.data ?? [];
  return !answer || sum(entries.map(({ amount }) => amount)) === accountOf(state, card).balance ? state : undefined;
}

const effects: Record<string, Model<State>> = {
  'hold credit': applyHoldCredit,
  'hold card': applyHoldCard,
  release: applyRelease,
  balance: applyBalance,
  order: applyOrder,
  refund: applyRefund,
  cancel: applyCancel,
  'delete customer': applyDelete,
  'get order': applyOrderRead,
  audit: applyAudit,
  card: applyCard,
  transactions: applyTransactions,
};

export const apply: Model<State> = (state, input, answer, during) =>
  ((state.isDeleted && effectsOfDeleted[input.kind]) || effects[input.kind])?.(state, input, answer, during);
