/** What is true of a customer's addresses, one thing at a time. */
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { addressFields, addressInput } from '../../../lib/resources/customer-addresses/fields.ts';
import type { ImportedCustomer } from '../../../lib/resources/customers/fields.ts';
import { exampleObject } from '../../../lib/schema/examples.ts';
import { tableOf } from '../../../lib/schema/field.ts';
import { newCustomer, type World } from '../../support/world/world.ts';
import {
  type Answer,
  glimpsesOf,
  type Input,
  type Interval,
  idsIn,
  isRefused,
  type Model,
  type Operation,
} from '../engine/history.ts';
import type { Random } from '../engine/random.ts';
import { made } from '../engine/requests.ts';

/** A customer whose addresses all clients change. */
export interface Place {
  store_id: string;
  key: string;
  customer: ImportedCustomer;
  /** Ids of the addresses that clients were told of. */
  known: string[];
}

export async function begin({ store, write: key }: World): Promise<Place> {
  const customer = newCustomer();
  await made(importRecords, { store_id: store.id, customers: [customer] });
  return { store_id: store.id, key, customer, known: [] };
}

/** A request about one of the customer's addresses. */
export const at = ({ customer, key }: Place, address_id: string) => ({ path: { id: customer.id, address_id }, key });

/** What an address may say, with some of what it may leave out. */
export function words(random: Random): object {
  const body = exampleObject(addressInput, {
    last_name: `L${random.below(1000)}`,
    street1: `${random.below(100)} Loom Lane`,
    country_id: 1 + random.below(2),
  });
  const isSaid = (name: string) => tableOf(addressInput)?.fields[name]?.absent === undefined || random.chance(0.5);
  return Object.fromEntries(Object.entries(body).filter(([name]) => isSaid(name)));
}

type Fields = Record<string, unknown>;

interface State {
  customer: 'there' | 'gone';
  /** By id, without the times that only the service knows. */
  addresses: Record<string, Fields>;
  /** When the deletion was answered. */
  deleted: Record<string, number>;
}

const fields = Object.keys(addressFields);

const kept = (address: Fields): Fields => Object.fromEntries(fields.map((field) => [field, address[field] ?? null]));

const shows = (address: Fields, expected: Fields | undefined): boolean =>
  expected !== undefined && JSON.stringify(kept(address)) === JSON.stringify(expected);

/** Before anything is done. */
export const initial: State = { customer: 'there', addresses: {}, deleted: {} };

const withAddress = (state: State, id: string, address: Fields): State => ({
  ...state,
  addresses: { ...state.addresses, [id]: address },
});

/** What a list shows of one address. The addresses of a customer who is being deleted go one by one. */
function applyGlimpse(state: State, { id }: Input, answer: Answer | undefined): State | undefined {
  if (answer?.body) return shows(answer.body, state.addresses[id]) ? state : undefined;
  return state.customer === 'gone' || !state.addresses[id] ? state : undefined;
}

/** The customer and the addresses are read side by side: each is as it was at some moment. */
const applyList = (state: State, answer: Answer | undefined): State | undefined =>
  (state.customer === 'gone' ? isRefused(answer, 'NOT_FOUND') : answer?.ok) ? state : undefined;

function applyCreate(state: State, { body }: Input, answer: Answer | undefined): State | undefined {
  if (state.customer === 'gone') return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  const next = kept(body);
  const right = answer?.ok && shows(answer.body, next) && !(answer.body.id in state.addresses);
  return right ? withAddress(state, answer.body.id, next) : undefined;
}

function applyDelete(
  state: State,
  { id }: Input,
  answer: Answer | undefined,
  { from, to }: Interval,
): State | undefined {
  const { [id]: existing, ...others } = state.addresses;
  if (existing) {
    const next = { ...state, addresses: others, deleted: { ...state.deleted, [id]: to } };
    return !answer || answer.ok ? next : undefined;
  }
  // Of two deletions at the same time both may be told that it is done.
  const together = from < (state.deleted[id] ?? -1);
  return together || isRefused(answer, 'NOT_FOUND') ? state : undefined;
}

function applyToOne(state: State, { kind, id, body }: Input, answer: Answer | undefined): State | undefined {
  const existing = state.addresses[id];
  if (!existing) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  const next = kind === 'update' ? kept(body) : existing;
  return !answer || (answer.ok && shows(answer.body, next)) ? withAddress(state, id, next) : undefined;
}

/** From the first moment of its deletion a customer is gone; its addresses go at once, but not in that moment. */
function applyToCustomer(
  state: State,
  { kind }: Input,
  answer: Answer | undefined,
  { to }: Interval,
): State | undefined {
  if (answer && !answer.ok) return undefined;
  if (kind === 'bury customer') return { ...state, customer: 'gone' };
  if (kind === 'import customer') {
    const isSwept = state.customer === 'there' || Object.keys(state.addresses).length === 0;
    return isSwept ? { ...state, customer: 'there' } : undefined;
  }
  const swept = Object.fromEntries(Object.keys(state.addresses).map((id) => [id, to]));
  return state.customer === 'gone' ? { ...state, addresses: {}, deleted: { ...state.deleted, ...swept } } : undefined;
}

export const apply: Model<State> = (state, input, answer, during) => {
  if (input.kind.endsWith('customer')) return applyToCustomer(state, input, answer, during);
  if (input.kind === 'list') return applyList(state, answer);
  if (input.kind === 'glimpse') return applyGlimpse(state, input, answer);
  if (input.kind === 'create') return applyCreate(state, input, answer);
  return input.kind === 'delete' ? applyDelete(state, input, answer, during) : applyToOne(state, input, answer);
};

/** A deletion of a customer with the moment that begins it, a list with what it shows of each address. */
export function inSteps(history: readonly Operation[]): Operation[] {
  const ids = idsIn(history);
  return history.flatMap((operation) => {
    const { kind } = operation.input;
    if (kind === 'list') return operation.answer?.ok ? [operation, ...glimpsesOf(operation, ids)] : [operation];
    if (kind !== 'delete customer') return [operation];
    return [{ ...operation, input: { kind: 'bury customer' }, answer: undefined }, operation];
  });
}
