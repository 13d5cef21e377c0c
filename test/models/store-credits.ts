/** What is true of a customer's store credits, one thing at a time. */
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import type { ImportedCustomer } from '../../lib/resources/customers/fields.ts';
import { reasons } from '../../lib/resources/store-credits/fields.ts';
import type { Phase } from '../requests/table.ts';
import { inHours } from '../stage/engine/clock.ts';
import { type Answer, type Input, type Interval, isRefused, type Model } from '../stage/engine/history.ts';
import type { Random } from '../stage/engine/random.ts';
import { made } from '../stage/engine/requests.ts';
import { newCustomer, type World } from '../support/world/world.ts';
import { type Account, balanceOf, changed, isLedger, noExpiry, showsAccount, statusOf } from './ledger.ts';

/** A customer with store credits that all clients change, and another customer. */
export interface Fixture {
  world: World;
  store_id: string;
  key: string;
  customer: ImportedCustomer;
  other: string;
  /** Ids of the credits that clients know. */
  known: string[];
  /** By the last phase in which something lasts: when it ends, as the contract writes it. */
  ends: Readonly<Record<number, string>>;
}

export async function begin(world: World): Promise<Fixture> {
  const { store, write: key } = world;
  const [customer, other] = [newCustomer(), newCustomer()];
  await made(importRecords, { store_id: store.id, customers: [customer, other] });
  return {
    ...{ world, store_id: store.id, key, customer, other: other.id, known: [] },
    ends: { 1: inHours(1), 2: inHours(3) },
  };
}

/** A request about one of the customer's credits, now and then as if it were of the other customer. */
export const at = ({ customer, other, key }: Fixture, store_credit_id: string, random?: Random) => ({
  path: { id: (random?.chance(0.9) ?? true) ? customer.id : other, store_credit_id },
  key,
});

interface Credit extends Account {
  reason: string;
}

interface State {
  customer: 'there' | 'gone';
  credits: Record<string, Credit>;
}

/** Before anything is done. */
export const initial: State = { customer: 'there', credits: {} };

// biome-ignore lint/suspicious/noExplicitAny: a credit as it was answered
const shows = (shown: any, credit: Credit, phase: Phase): boolean =>
  showsAccount(shown, credit, phase) && shown.reason === credit.reason;

const withCredit = (state: State, id: string, credit: Credit): State => ({
  ...state,
  credits: { ...state.credits, [id]: credit },
});

const isOf = ({ customer, credits }: State, { id, isOther }: Input): boolean =>
  customer === 'there' && !isOther && id in credits;

function applyCreate(state: State, input: Input, answer: Answer | undefined, { to }: Interval): State | undefined {
  if (state.customer === 'gone') return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  // A request that is sent again in a later phase may have an expiry that has passed.
  if (input.until !== noExpiry && isRefused(answer, 'INVALID_FIELD')) return state;
  if (!answer?.ok || answer.body.id in state.credits) return undefined;
  const { value, reason, until, phase } = input;
  const credit = { disabled: false, until, note: null, reason, ledger: [['issued', value, to] as const], holds: {} };
  return shows(answer.body, credit, phase) ? withCredit(state, answer.body.id, credit) : undefined;
}

function applyToOne(state: State, input: Input, answer: Answer | undefined, during: Interval): State | undefined {
  const credit = state.credits[input.id];
  if (!credit || !isOf(state, input)) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  const next = changed(credit, input, during);
  if (!next) return isRefused(answer, 'INVALID_FIELD') ? state : undefined;
  return !answer || (answer.ok && shows(answer.body, next, input.phase))
    ? withCredit(state, input.id, next)
    : undefined;
}

function applyTransactions(state: State, input: Input, answer: Answer | undefined, during: Interval) {
  const credit = state.credits[input.id];
  if (!credit || !isOf(state, input)) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  return !answer || (answer.ok && isLedger(credit, answer, during)) ? state : undefined;
}

/** Credits are read one by one: only once all is quiet does a list show one moment. */
function applyList(state: State, { status, phase }: Input, answer: Answer | undefined): State | undefined {
  if (state.customer === 'gone') return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  if (!answer) return state;
  if (!answer.ok) return undefined;
  return phase < 3 || isWhole(state, answer.body.data, { status, phase }) ? state : undefined;
}

function isWhole(
  { credits }: State,
  shown: readonly { id: string }[],
  { status, phase }: { status?: string; phase: Phase },
) {
  const due = Object.entries(credits)
    .filter(([, credit]) => status === undefined || statusOf(credit, phase) === status)
    .toSorted(([a], [b]) => (a < b ? 1 : -1));
  return (
    shown.length === due.length &&
    due.every(([id, credit], index) => shown[index]?.id === id && shows(shown[index], credit, phase))
  );
}

/** From the first moment of its deletion a customer is gone; its credits are closed at once, but not in that moment. */
function applyToCustomer(state: State, { kind }: Input, answer: Answer | undefined): State | undefined {
  if (answer && !answer.ok) return undefined;
  if (kind === 'bury customer') return { ...state, customer: 'gone' };
  if (kind === 'import customer') {
    const isClosed = state.customer === 'there' || Object.keys(state.credits).length === 0;
    return isClosed ? { ...state, customer: 'there' } : undefined;
  }
  return state.customer === 'gone' ? { ...state, credits: {} } : undefined;
}

function applyAudit(state: State, _: Input, answer: Answer | undefined): State | undefined {
  return !answer || (answer.ok && answer.body.findings.length === 0) ? state : undefined;
}

/** Another area imports at most two credits of the reason `refund`, each with a value of 1 or 2; that area judges them. */
const isMovedIn = (credits: number, balance: number): boolean =>
  credits >= 0 && credits <= 2 && balance >= credits && balance <= 2 * credits;

/** Only the last report has everything: a change within a minute of another report is not in that one. */
function applyLiability(state: State, { phase }: Input, answer: Answer | undefined): State | undefined {
  if (!answer) return state;
  if (!answer.ok) return undefined;
  const owed = Object.values(state.credits).filter(
    (credit) => balanceOf(credit) > 0 && (credit.until === noExpiry || credit.until >= phase),
  );
  const isWorth = reasons.every((reason) => {
    const own = owed.filter((credit) => credit.reason === reason);
    const { credits, balance } = answer.body.store_credits[reason];
    const [more, worth] = [credits - own.length, balance - own.reduce((sum, credit) => sum + balanceOf(credit), 0)];
    return reason === 'refund' ? isMovedIn(more, worth) : more === 0 && worth === 0;
  });
  return phase < 3 || isWorth ? state : undefined;
}

const effects: Record<string, Model<State>> = {
  create: applyCreate,
  transactions: applyTransactions,
  list: applyList,
  audit: applyAudit,
  liability: applyLiability,
  'bury customer': applyToCustomer,
  'import customer': applyToCustomer,
  'delete customer': applyToCustomer,
};

export const apply: Model<State> = (state, input, answer, during) =>
  (effects[input.kind] ?? applyToOne)(state, input, answer, during);
