/** Addresses: what was acknowledged is there, once, until it is deleted or its customer is; the rest is not. */
import { handler as create } from '../../../functions/api/customer-addresses/create-customer-address.ts';
import { handler as remove } from '../../../functions/api/customer-addresses/delete-customer-address.ts';
import { handler as get } from '../../../functions/api/customer-addresses/get-customer-address.ts';
import { handler as list } from '../../../functions/api/customer-addresses/list-customer-addresses.ts';
import { handler as update } from '../../../functions/api/customer-addresses/update-customer-address.ts';
import { handler as deleteCustomer } from '../../../functions/operator/delete-customer.ts';
import { handler as importRecords } from '../../../functions/operator/import-records.ts';
import * as contract from '../../../lib/contract/api/customer-addresses.ts';
import * as operator from '../../../lib/contract/functions/operator.ts';
import { invoke } from '../../support/invoke.ts';
import { newCustomer, succeeded } from '../../support/world/world.ts';
import type { Area, Step } from '../engine/area.ts';
import { type Answer, type Input, type Interval, isExplained, type Model, type Operation } from '../engine/history.ts';
import type { Random } from '../engine/random.ts';
import { invocation, request } from '../engine/requests.ts';

type Fields = Record<string, unknown>;

interface State {
  customer: 'there' | 'gone';
  /** When the customer's last deletion was answered. */
  goneAt: number;
  /** By id, without the times that only the service knows. */
  addresses: Record<string, Fields>;
  /** When the deletion was answered. */
  deleted: Record<string, number>;
}

const fields = ['first_name', 'last_name', 'street1', 'street2', 'city', 'state', 'country_id', 'zip'];

const kept = (address: Fields): Fields => Object.fromEntries(fields.map((field) => [field, address[field] ?? null]));

const shows = (address: Fields, expected: Fields | undefined): boolean =>
  expected !== undefined && JSON.stringify(kept(address)) === JSON.stringify(expected);

const withAddress = (state: State, id: string, address: Fields): State => ({
  ...state,
  addresses: { ...state.addresses, [id]: address },
});

const isRefusal = (answer: Answer | undefined, code: string): boolean => !answer || answer.code === code;

function applyList(state: State, answer: Answer | undefined, { from }: Interval): State | undefined {
  if (state.customer === 'gone') {
    // The customer and the addresses are read side by side: beside a deletion a list may find the one and miss the others.
    const beside = from < state.goneAt && answer?.ok && isPartOf(state, answer);
    return beside || isRefusal(answer, 'NOT_FOUND') ? state : undefined;
  }
  return answer?.ok && isList(state, answer) ? state : undefined;
}

const isPartOf = ({ addresses, deleted }: State, { body }: Answer): boolean =>
  body.data.every(({ id }: { id: string }) => id in addresses || id in deleted);

function isList({ addresses }: State, { body }: Answer): boolean {
  const ids = body.data.map(({ id }: { id: string }) => id);
  return (
    JSON.stringify(ids) === JSON.stringify(Object.keys(addresses).toSorted()) &&
    body.data.every((address: Fields & { id: string }) => shows(address, addresses[address.id]))
  );
}

function applyCreate(state: State, { body }: Input, answer: Answer | undefined): State | undefined {
  if (state.customer === 'gone') return isRefusal(answer, 'NOT_FOUND') ? state : undefined;
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
  return together || isRefusal(answer, 'NOT_FOUND') ? state : undefined;
}

function applyToOne(state: State, { kind, id, body }: Input, answer: Answer | undefined): State | undefined {
  const existing = state.addresses[id];
  if (!existing) return isRefusal(answer, 'NOT_FOUND') ? state : undefined;
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
  if (kind === 'bury customer') return { ...state, customer: 'gone', goneAt: to };
  if (kind === 'import customer') {
    const isSwept = state.customer === 'there' || Object.keys(state.addresses).length === 0;
    return isSwept ? { ...state, customer: 'there' } : undefined;
  }
  const swept = Object.fromEntries(Object.keys(state.addresses).map((id) => [id, to]));
  return state.customer === 'gone' ? { ...state, addresses: {}, deleted: { ...state.deleted, ...swept } } : undefined;
}

const apply: Model<State> = (state, input, answer, during) => {
  if (input.kind.endsWith('customer')) return applyToCustomer(state, input, answer, during);
  if (input.kind === 'list') return applyList(state, answer, during);
  if (input.kind === 'create') return applyCreate(state, input, answer);
  return input.kind === 'delete' ? applyDelete(state, input, answer, during) : applyToOne(state, input, answer);
};

/** A deletion of a customer with the moment that begins it. */
const inSteps = (operation: Operation): Operation[] =>
  operation.input.kind === 'delete customer'
    ? [{ ...operation, input: { kind: 'bury customer' }, answer: undefined }, operation]
    : [operation];

const input = (random: Random) => ({
  first_name: 'Ada',
  last_name: `L${random.below(1000)}`,
  street1: `${random.below(100)} Loom Lane`,
  ...(random.chance(0.5) ? { street2: 'Flat 2' } : {}),
  city: 'Boston',
  state: 'MA',
  country_id: 1 + random.below(2),
});

export const addresses: Area = {
  name: 'customer addresses',
  async begin({ store, write: key }) {
    const store_id = store.id;
    const customer = newCustomer();
    await succeeded(invoke(operator.importRecords, { store_id, customers: [customer] }));
    const { id } = customer;
    const known: string[] = [];

    const creating = (random: Random): Step => {
      const body = input(random);
      return request(
        [create, contract.createCustomerAddress],
        { kind: 'create', body },
        { path: { id }, body, key },
        ({ body: made }) => void (known.includes(made.id) || known.push(made.id)),
      );
    };
    const at = (address_id: string) => ({ path: { id, address_id }, key });
    const reading = (address: string): Step =>
      request([get, contract.getCustomerAddress], { kind: 'get', id: address }, at(address));
    const listing = (): Step =>
      request([list, contract.listCustomerAddresses], { kind: 'list' }, { path: { id }, key, query: { limit: 100 } });

    const changing = (random: Random, address: string): Step => {
      const body = input(random);
      return random.pick<Step>([
        request(
          [update, contract.updateCustomerAddress],
          { kind: 'update', id: address, body },
          { ...at(address), body },
        ),
        request([remove, contract.deleteCustomerAddress], { kind: 'delete', id: address }, at(address)),
        reading(address),
      ]);
    };

    return {
      judge: (history) =>
        isExplained<State>(
          { customer: 'there', goneAt: -1, addresses: {}, deleted: {} },
          history.flatMap(inSteps),
          apply,
        )
          ? undefined
          : 'no order of events explains the answers',
      next(random) {
        const address = known[random.below(known.length)];
        if (random.chance(0.08)) {
          return invocation(
            [deleteCustomer, operator.deleteCustomer],
            { kind: 'delete customer' },
            { store_id, customer_id: id },
          );
        }
        if (random.chance(0.08)) {
          return invocation(
            [importRecords, operator.importRecords],
            { kind: 'import customer' },
            { store_id, customers: [customer] },
          );
        }
        if (random.chance(0.1)) return listing();
        return address === undefined || random.chance(0.35) ? creating(random) : changing(random, address);
      },
      last: () => [() => [...known.map(reading), listing()]],
    };
  },
};
