/** What is true of a customer's addresses, one thing at a time. */
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { addressFields, addressInput } from '../../lib/resources/customer-addresses/fields.ts';
import type { ImportedCustomer } from '../../lib/resources/customers/fields.ts';
import { exampleOutput } from '../../lib/schema/examples.ts';
import { tableOf } from '../../lib/schema/field.ts';
import { type Answer, type Input, isRefused, type Model, type Operation } from '../stage/engine/history.ts';
import type { Random } from '../stage/engine/random.ts';
import { made } from '../stage/engine/requests.ts';
import { newCustomer, type World } from '../support/world/world.ts';

/** A customer with addresses that all clients change. */
export interface Fixture {
  world: World;
  store_id: string;
  key: string;
  customer: ImportedCustomer;
  /** Ids of the addresses that clients know. */
  known: string[];
}

export async function begin(world: World): Promise<Fixture> {
  const { store, write: key } = world;
  const customer = newCustomer();
  await made(importRecords, { store_id: store.id, customers: [customer] });
  return { world, store_id: store.id, key, customer, known: [] };
}

/** A request about one of the customer's addresses. */
export const at = ({ customer, key }: Fixture, address_id: string) => ({ path: { id: customer.id, address_id }, key });

/** What an address may say, with some of what it may leave out. */
export function words(random: Random): object {
  const body = exampleOutput(addressInput, {
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
  /** Of the last import. */
  last_name: string;
  /** By id, without the times that only the service knows. */
  addresses: Record<string, Fields>;
}

const fields = Object.keys(addressFields);

const kept = (address: Fields): Fields => Object.fromEntries(fields.map((field) => [field, address[field] ?? null]));

const shows = (address: Fields, expected: Fields | undefined): boolean =>
  expected !== undefined && JSON.stringify(kept(address)) === JSON.stringify(expected);

/** Before anything is done. */
export const initial: State = { customer: 'there', last_name: 'Lovelace', addresses: {} };

/** Last names that imports give the customer. */
export const lastNames = [initial.last_name, 'Byron'] as const;

const withAddress = (state: State, id: string, address: Fields): State => ({
  ...state,
  addresses: { ...state.addresses, [id]: address },
});

/** Each address in it is judged separately (`judge/`): the customer and the addresses are read side by side. */
const applyList = (state: State, answer: Answer | undefined): State | undefined =>
  (state.customer === 'gone' ? isRefused(answer, 'NOT_FOUND') : answer?.ok) ? state : undefined;

function applyCreate(state: State, { body }: Input, answer: Answer | undefined): State | undefined {
  if (state.customer === 'gone') return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  const next = kept(body);
  const right = answer?.ok && shows(answer.body, next) && !(answer.body.id in state.addresses);
  return right ? withAddress(state, answer.body.id, next) : undefined;
}

function applyDelete(state: State, { id }: Input, answer: Answer | undefined): State | undefined {
  const { [id]: existing, ...addresses } = state.addresses;
  if (existing) return !answer || answer.ok ? { ...state, addresses } : undefined;
  // Two concurrent deletions may both get success: whether it was there meanwhile is judged separately.
  return !answer || answer.ok || isRefused(answer, 'NOT_FOUND') ? state : undefined;
}

function applyToOne(state: State, { kind, id, body }: Input, answer: Answer | undefined): State | undefined {
  const existing = state.addresses[id];
  if (!existing) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  const next = kind === 'update' ? kept(body) : existing;
  return !answer || (answer.ok && shows(answer.body, next)) ? withAddress(state, id, next) : undefined;
}

/** From the first moment of its deletion a customer is gone; its addresses go at once, but not in that moment. */
function applyToCustomer(state: State, { kind, last_name }: Input, answer: Answer | undefined): State | undefined {
  if (answer && !answer.ok) return undefined;
  if (kind === 'bury customer') return { ...state, customer: 'gone' };
  if (kind === 'import customer') {
    const isSwept = state.customer === 'there' || Object.keys(state.addresses).length === 0;
    return isSwept ? { ...state, customer: 'there', last_name } : undefined;
  }
  return state.customer === 'gone' ? { ...state, addresses: {} } : undefined;
}

/** A search finds the customer by each of these while they are there, and by a name only while it is theirs. */
function applySearch(state: State, { id, last_name }: Input, answer: Answer | undefined): State | undefined {
  const isTheirs = state.customer === 'there' && (last_name ?? state.last_name) === state.last_name;
  const isFound = answer?.ok && answer.body.data.some((found: { id: string }) => found.id === id);
  return !answer || (answer.ok && isFound === isTheirs) ? state : undefined;
}

export const apply: Model<State> = (state, input, answer) => {
  if (input.kind === 'search') return applySearch(state, input, answer);
  if (input.kind.endsWith('customer')) return applyToCustomer(state, input, answer);
  if (input.kind === 'list') return applyList(state, answer);
  if (input.kind === 'create') return applyCreate(state, input, answer);
  return input.kind === 'delete' ? applyDelete(state, input, answer) : applyToOne(state, input, answer);
};

/** A deletion of a customer with the moment that begins it. */
export const inSteps = (history: readonly Operation[]): Operation[] =>
  history.flatMap((operation) =>
    operation.input.kind === 'delete customer'
      ? [{ ...operation, input: { kind: 'bury customer' }, answer: undefined }, operation]
      : [operation],
  );
