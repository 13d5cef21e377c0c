/** Addresses: what was acknowledged is there, once, until it is deleted; the rest is not. */
import { handler as create } from '../../../functions/api/customer-addresses/create-customer-address.ts';
import { handler as remove } from '../../../functions/api/customer-addresses/delete-customer-address.ts';
import { handler as get } from '../../../functions/api/customer-addresses/get-customer-address.ts';
import { handler as list } from '../../../functions/api/customer-addresses/list-customer-addresses.ts';
import { handler as update } from '../../../functions/api/customer-addresses/update-customer-address.ts';
import * as contract from '../../../lib/contract/customer-addresses.ts';
import { ask } from '../answers.ts';
import type { Area, Step } from '../area.ts';
import { type Answer, type Input, type Interval, isExplained, type Model } from '../history.ts';
import type { Random } from '../random.ts';

type Fields = Record<string, unknown>;

/** By id. */
interface State {
  /** Without the times that only the service knows. */
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

function isList({ addresses }: State, { body }: Answer): boolean {
  const ids = body.data.map(({ id }: { id: string }) => id);
  return (
    JSON.stringify(ids) === JSON.stringify(Object.keys(addresses).toSorted()) &&
    body.data.every((address: Fields & { id: string }) => shows(address, addresses[address.id]))
  );
}

export const apply: Model<State> = (state, input, answer, during) => {
  if (input.kind === 'list') return answer?.ok && isList(state, answer) ? state : undefined;
  if (input.kind === 'delete') return applyDelete(state, input, answer, during);
  if (input.kind === 'create') {
    const next = kept(input.body);
    const right = answer?.ok && shows(answer.body, next) && !(answer.body.id in state.addresses);
    return right ? withAddress(state, answer.body.id, next) : undefined;
  }
  return applyToOne(state, input, answer);
};

function applyDelete(
  state: State,
  { id }: Input,
  answer: Answer | undefined,
  { from, to }: Interval,
): State | undefined {
  const { [id]: existing, ...others } = state.addresses;
  if (existing)
    return !answer || answer.ok ? { addresses: others, deleted: { ...state.deleted, [id]: to } } : undefined;
  // Of two deletions at the same time both may be told that it is done.
  const together = from < (state.deleted[id] ?? -1);
  return !answer || together || answer.code === 'NOT_FOUND' ? state : undefined;
}

function applyToOne(state: State, { kind, id, body }: Input, answer: Answer | undefined): State | undefined {
  const existing = state.addresses[id];
  if (answer && !answer.ok) return answer.code === 'NOT_FOUND' && !existing ? state : undefined;
  if (!existing) return answer ? undefined : state;
  const next = kind === 'update' ? kept(body) : existing;
  return !answer || shows(answer.body, next) ? withAddress(state, id, next) : undefined;
}

export const addresses: Area = {
  name: 'customer addresses',
  async begin(world) {
    const [customer] = world.customers;
    const subject = customer.id;
    const known: string[] = [];
    const request = (path: Record<string, string>, body?: unknown) => ({ path, body, key: world.write });
    const input = (random: Random) => ({
      first_name: 'Ada',
      last_name: `L${random.below(1000)}`,
      street1: `${random.below(100)} Loom Lane`,
      ...(random.chance(0.5) ? { street2: 'Flat 2' } : {}),
      city: 'Boston',
      state: 'MA',
      country_id: 1 + random.below(2),
    });

    const creating = (random: Random): Step => {
      const body = input(random);
      return {
        subject,
        keyed: true,
        input: { kind: 'create', body },
        async send(idempotencyKey) {
          const answer = await ask(create, contract.createCustomerAddress, {
            ...request({ id: subject }, body),
            idempotencyKey,
          });
          if (answer.ok && !known.includes(answer.body.id)) known.push(answer.body.id);
          return answer;
        },
      };
    };

    const changing = (random: Random, id: string): Step => {
      const path = { id: subject, address_id: id };
      const body = input(random);
      return random.pick<Step>([
        {
          subject,
          keyed: true,
          input: { kind: 'update', id, body },
          send: (idempotencyKey) =>
            ask(update, contract.updateCustomerAddress, { ...request(path, body), idempotencyKey }),
        },
        {
          subject,
          keyed: false,
          input: { kind: 'delete', id },
          send: () => ask(remove, contract.deleteCustomerAddress, request(path)),
        },
        reading(id),
      ]);
    };

    const reading = (id: string): Step => ({
      subject,
      keyed: false,
      input: { kind: 'get', id },
      send: () => ask(get, contract.getCustomerAddress, request({ id: subject, address_id: id })),
    });

    return {
      subject,
      explains: (operations) => isExplained<State>({ addresses: {}, deleted: {} }, operations, apply),
      next(random) {
        const id = known[random.below(known.length)];
        return id === undefined || random.chance(0.4) ? creating(random) : changing(random, id);
      },
      last: () => [
        ...known.map(reading),
        {
          subject,
          keyed: false,
          input: { kind: 'list' },
          send: () => ask(list, contract.listCustomerAddresses, { ...request({ id: subject }), query: { limit: 100 } }),
        },
      ],
    };
  },
};
