/** Addresses: what was acknowledged is there, once, until it is deleted or its customer is; the rest is not. */

import { importRecords } from '../../lib/resources/catalog/functions.ts';
import {
  createCustomerAddress,
  deleteCustomerAddress,
  getCustomerAddress,
  listCustomerAddresses,
  updateCustomerAddress,
} from '../../lib/resources/customer-addresses/operations.ts';
import { deleteCustomer, exportCustomer, setCustomerStanding } from '../../lib/resources/customers/functions.ts';
import { changeCustomerStanding, getCustomer } from '../../lib/resources/customers/operations.ts';
import { search } from '../../lib/resources/search/operations.ts';
import { apply, at, begin, type Fixture, initial, inSteps, lastNames, words } from '../models/customer-addresses.ts';
import { type Answer, unexplained } from '../stage/engine/history.ts';
import { invocation, type Request, request } from '../stage/engine/requests.ts';
import { type Command, endpoint, invoked } from '../stage/every-order/command.ts';
import type { SharedFixture } from '../stage/every-order/ground.ts';
import { addressBody } from '../support/world/customer-addresses.ts';
import { asBuyer } from '../support/world/person.ts';
import { about, area, known, type Row } from './table.ts';

/** It returns addresses as a list shows them. */
const asList = ({ body, ...answer }: Answer): Answer =>
  answer.ok
    ? { ...answer, body: { data: body.data.filter(({ type }: { type: string }) => type === 'customer_address') } }
    : answer;

const exporting = ({ store_id, customer }: Fixture): Request => {
  const step = invocation(exportCustomer, { kind: 'list' }, { store_id, customer_id: customer.id, limit: 100 });
  return { ...step, send: async () => asList(await step.send()) };
};

const reading = (fixture: Fixture, id: string): Request =>
  request(getCustomerAddress, { kind: 'get', id }, at(fixture, id));

const listing = ({ customer: { id }, key }: Fixture): Request =>
  request(listCustomerAddresses, { kind: 'list' }, { path: { id }, key, query: { limit: 100 } });

const searching = ({ customer: { id }, key }: Fixture, query: string, last_name?: string): Request =>
  request(
    search,
    { kind: 'search', id, last_name },
    { body: { query: /_/.test(query) ? query : query.toUpperCase() }, key },
  );

const rows: readonly Row<Fixture>[] = [
  {
    of: createCustomerAddress,
    weight: 26,
    after: [],
    ask({ customer: { id }, key, known }, random) {
      const body = words(random);
      return request(
        createCustomerAddress,
        { kind: 'create', body },
        { path: { id }, body, key },
        ({ body: created }) => void (known.includes(created.id) || known.push(created.id)),
      );
    },
  },
  {
    of: deleteCustomer,
    weight: 8,
    ask: ({ store_id, customer }) =>
      invocation(deleteCustomer, { kind: 'delete customer' }, { store_id, customer_id: customer.id }),
  },
  {
    of: deleteCustomerAddress,
    weight: 16,
    after: [createCustomerAddress],
    ask: about(known, (id, fixture) => request(deleteCustomerAddress, { kind: 'delete', id }, at(fixture, id))),
  },
  {
    of: exportCustomer,
    weight: 5,
    ask: exporting,
    after: [createCustomerAddress, ({ world, customer }) => asBuyer(world, customer)],
  },
  {
    of: getCustomerAddress,
    weight: 16,
    after: [createCustomerAddress],
    ask: about(known, (id, fixture) => reading(fixture, id)),
  },
  {
    of: importRecords,
    weight: 8,
    ask({ store_id, customer }, random) {
      const last_name = random.pick([...lastNames]);
      const record = { ...customer, last_name };
      return invocation(importRecords, { kind: 'import customer', last_name }, { store_id, customers: [record] });
    },
  },
  {
    of: search,
    weight: 9,
    isNew: true,
    after: [],
    ask(fixture, random) {
      const last_name = random.among([undefined, ...lastNames]);
      return searching(fixture, last_name ?? random.pick([fixture.customer.email, fixture.customer.id]), last_name);
    },
  },
  { of: listCustomerAddresses, weight: 9, ask: listing, after: [createCustomerAddress] },
  {
    of: updateCustomerAddress,
    weight: 16,
    after: [createCustomerAddress],
    ask: about(known, (id, fixture, random) => {
      const body = words(random);
      return request(updateCustomerAddress, { kind: 'update', id, body }, { ...at(fixture, id), body });
    }),
  },
];

export const customerAddresses = area({
  name: 'customer addresses',
  begin,
  rows,
  judge: (_, history) => unexplained(initial, inSteps(history), apply),
  last: (fixture) => [
    () => [
      ...fixture.known.map((id) => reading(fixture, id)),
      listing(fixture),
      exporting(fixture),
      ...lastNames.map((name) => searching(fixture, name, name)),
    ],
  ],
});

const all = ({ ada }: SharedFixture) => ({ path: { id: ada.id } });

const one = ({ ada, address_id }: SharedFixture) => ({ path: { id: ada.id, address_id } });

const cities = ['Oxford', 'Cambridge'] as const;

/** What two clients ask of the same things at once. */
export const commands: readonly Command[] = [
  endpoint(listCustomerAddresses, all),
  endpoint(createCustomerAddress, (ground, which) => ({
    ...all(ground),
    body: { ...addressBody, city: cities[which] },
  })),
  endpoint(getCustomerAddress, one),
  endpoint(updateCustomerAddress, (ground, which) => ({
    ...one(ground),
    body: { ...addressBody, city: cities[which] },
  })),
  endpoint(deleteCustomerAddress, one),
  invoked(
    importRecords,
    ({ ada }, which) => ({ customers: [{ ...ada, email: `ada.${which}@example.com`, first_name: 'Augusta' }] }),
    { asked: 'a customer', in: ['usual', 'deleted'] },
  ),
  invoked(
    setCustomerStanding,
    ({ ada }, which) => ({ customer_id: ada.id, standing: (['banned', 'shadowbanned'] as const)[which] }),
    { in: ['usual', 'hidden'] },
  ),
  endpoint(changeCustomerStanding, ({ ada }, which) => ({
    path: { id: ada.id },
    body: { standing: (['banned', 'shadowbanned'] as const)[which] },
    idempotencyKey: 'standing',
  })),
  endpoint(search, ({ ada }) => ({ body: { query: ada.last_name } })),
  endpoint(getCustomer, ({ ada }) => ({ path: { id: ada.id } })),
  invoked(exportCustomer, ({ ada }) => ({ customer_id: ada.id })),
  invoked(deleteCustomer, ({ ada }) => ({ customer_id: ada.id }), { in: ['usual', 'hidden', 'on the day'] }),
];
