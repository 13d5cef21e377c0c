/** Rules for the records that a shop moves in with: each is imported once, with any other requests, and its contents exist. */

import type { ImportedProduct } from '../../lib/resources/catalog/fields.ts';
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import type { ImportedCustomer } from '../../lib/resources/customers/fields.ts';
import { limits } from '../../lib/schema/limits.ts';
import type { Answer, Input, Model } from '../stage/engine/history.ts';
import { made } from '../stage/engine/requests.ts';
import { newCustomer, newProduct, newVariant, type World } from '../support/world/world.ts';

export interface Fixture {
  store_id: string;
  key: string;
  customer: ImportedCustomer;
  product: ImportedProduct;
}

export async function begin({ store, write: key }: World): Promise<Fixture> {
  const [customer, product] = [newCustomer(), newProduct({ variants: [newVariant('Small')] })];
  await made(importRecords, { store_id: store.id, customers: [customer], products: [product] });
  return { store_id: store.id, key, customer, product };
}

/** By the other system's identity of a thing: its imported record, and for a card all that were followed. */
type State = Record<string, { record: string; followed: readonly string[]; balance: number }>;

export const nothing: State = {};

/** The outcome of the one record of a call. */
function outcomeOf({ body }: Answer): string {
  const [refused] = body.refused;
  return refused?.code ?? ['imported', 'updated', 'unchanged'].find((outcome) => body[outcome] === 1) ?? 'nothing';
}

/** A later record of a card adjusts it where that is asked for. Each number of a record is its time. */
function outcomeDue(state: State, { kind, of, record, update }: Input): string {
  const existing = state[of];
  if (!existing) return 'imported';
  if (kind === 'waitlist' || existing.followed.includes(record)) return 'unchanged';
  return update && record > existing.record ? 'updated' : 'DUPLICATE';
}

const applyBalance: Model<State> = (state, { of }, answer) => {
  const due = state[of]?.balance;
  const isTrue = answer?.ok ? answer.body.balance === due : !answer || due === undefined;
  return isTrue ? state : undefined;
};

/** Of the unknown codes of a shopper ten are judged, however many are typed at once. */
const applyGuess: Model<State> = (state, { of }, answer) => {
  if (!answer || answer.body?.judged === false) return state;
  const { balance: judged } = state[of] ?? { balance: 0 };
  if (answer.code !== 'NOT_FOUND' || judged === limits.unknownCodes.ofShopper) return undefined;
  return { ...state, [of]: { record: '', followed: [], balance: judged + 1 } };
};

/** What imports have put on a card is what its last one said. */
const applySum: Model<State> = (state, { of }, answer) =>
  !answer || (answer.ok && answer.body.data[0]?.imported === state[of]?.balance) ? state : undefined;

const applyCount: Model<State> = (state, { of, counted }, answer) => {
  const due = Object.keys(state).filter((one) => one.startsWith(of)).length;
  return !answer || (answer.ok && counted(answer.body) === due) ? state : undefined;
};

const applyAudit: Model<State> = (state, { found }, answer) =>
  !answer || (answer.ok && found(answer.body) === 0) ? state : undefined;

const applyImport: Model<State> = (state, input, answer) => {
  const due = outcomeDue(state, input);
  if (answer && !(answer.ok && outcomeOf(answer) === due)) return undefined;
  if (due === 'unchanged' || due === 'DUPLICATE') return state;
  const { of, record, balance = 0 } = input;
  return { ...state, [of]: { record, followed: [...(state[of]?.followed ?? []), record], balance } };
};

const effects: Record<string, Model<State>> = {
  balance: applyBalance,
  guess: applyGuess,
  sum: applySum,
  count: applyCount,
  audit: applyAudit,
};

export const apply: Model<State> = (state, input, answer, during) =>
  (effects[input.kind] ?? applyImport)(state, input, answer, during);
