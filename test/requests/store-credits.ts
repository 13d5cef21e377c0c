/** Store credits: a credit's entries add up to its balance, each acknowledged change is one of them, and a deletion closes them all. */
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { deleteCustomer } from '../../lib/resources/customers/functions.ts';
import { auditLedger, reportLiability } from '../../lib/resources/gift-cards/functions.ts';
import { reasons } from '../../lib/resources/store-credits/fields.ts';
import {
  adjustStoreCredit,
  createStoreCredit,
  disableStoreCredit,
  enableStoreCredit,
  getStoreCredit,
  listStoreCredits,
  listStoreCreditTransactions,
  updateStoreCredit,
} from '../../lib/resources/store-credits/operations.ts';
import { inSteps } from '../models/customer-addresses.ts';
import { highestBalance, noExpiry } from '../models/ledger.ts';
import { apply, at, begin, type Fixture, initial } from '../models/store-credits.ts';
import { unexplained } from '../stage/engine/history.ts';
import type { Random } from '../stage/engine/random.ts';
import { invocation, type Request, request } from '../stage/engine/requests.ts';
import { type Command, endpoint } from '../stage/every-order/command.ts';
import type { SharedFixture } from '../stage/every-order/ground.ts';
import { about, area, known, type Phase, type Row } from './table.ts';

/** A request about one of the known credits, now and then under another customer. */
function ofOne(
  { of, kind }: { of: typeof disableStoreCredit | typeof enableStoreCredit | typeof getStoreCredit; kind: string },
  fixture: Fixture,
  random: Random,
  phase: Phase,
): Request | undefined {
  const id = random.among(fixture.known);
  if (!id) return undefined;
  const input = at(fixture, id, random);
  return request(of, { kind, id, isOther: input.path.id === fixture.other, phase }, input);
}

const reading = (fixture: Fixture, id: string): Request =>
  request(getStoreCredit, { kind: 'get', id, phase: 3 }, at(fixture, id));

const listingTransactions = (fixture: Fixture, id: string): Request =>
  request(listStoreCreditTransactions, { kind: 'transactions', id }, { ...at(fixture, id), query: { limit: 100 } });

const listing = ({ customer: { id }, key }: Fixture, phase: Phase, status?: string): Request =>
  request(
    listStoreCredits,
    { kind: 'list', phase, status },
    { path: { id }, key, query: { limit: 100, ...(status && { status }) } },
  );

/** Audits the store credits, which come after the gift cards. */
const auditing = ({ store_id }: Fixture): Request =>
  invocation(auditLedger, { kind: 'audit' }, { store_id, after: `scr_${'z'.repeat(64)}` });

const reporting = ({ store_id }: Fixture, phase: Phase): Request =>
  invocation(reportLiability, { kind: 'liability', phase }, { store_id });

const rows: readonly Row<Fixture>[] = [
  {
    of: adjustStoreCredit,
    weight: 14,
    after: [createStoreCredit],
    ask: about(known, (id, fixture, random, phase) => {
      const amount = random.pick([-500, -300, 200, highestBalance]);
      const input = at(fixture, id, random);
      const isOther = input.path.id === fixture.other;
      return request(adjustStoreCredit, { kind: 'adjust', id, amount, isOther, phase }, { ...input, body: { amount } });
    }),
  },
  {
    of: createStoreCredit,
    weight: 20,
    after: [],
    ask({ customer: { id }, key, known, ends }, random, phase) {
      const [value, reason] = [random.pick([500, 1000]), random.pick([...reasons])];
      const until = random.chance(0.3) ? phase : noExpiry;
      return request(
        createStoreCredit,
        { kind: 'create', value, reason, until, phase },
        { path: { id }, key, body: { value, reason, expires_at: ends[until] } },
        ({ body: created }) => void (known.includes(created.id) || known.push(created.id)),
      );
    },
  },
  {
    of: deleteCustomer,
    weight: 4,
    ask: ({ store_id, customer }) =>
      invocation(deleteCustomer, { kind: 'delete customer' }, { store_id, customer_id: customer.id }),
  },
  {
    of: disableStoreCredit,
    weight: 6,
    after: [createStoreCredit],
    ask: (fixture, random, phase) => ofOne({ of: disableStoreCredit, kind: 'disable' }, fixture, random, phase),
  },
  {
    of: enableStoreCredit,
    weight: 6,
    after: [createStoreCredit, disableStoreCredit],
    ask: (fixture, random, phase) => ofOne({ of: enableStoreCredit, kind: 'enable' }, fixture, random, phase),
  },
  {
    of: getStoreCredit,
    weight: 8,
    after: [createStoreCredit],
    ask: (fixture, random, phase) => ofOne({ of: getStoreCredit, kind: 'get' }, fixture, random, phase),
  },
  {
    of: importRecords,
    weight: 6,
    ask: ({ store_id, customer }) =>
      invocation(importRecords, { kind: 'import customer' }, { store_id, customers: [customer] }),
  },
  {
    of: listStoreCredits,
    weight: 6,
    after: [createStoreCredit],
    roundTrips: 2,
    ask: (fixture, random, phase) => listing(fixture, phase, random.pick([undefined, 'active', 'used'])),
  },
  {
    of: listStoreCreditTransactions,
    weight: 4,
    after: [createStoreCredit],
    ask: about(known, (id, fixture) => listingTransactions(fixture, id)),
  },
  {
    of: updateStoreCredit,
    weight: 8,
    after: [createStoreCredit],
    ask: about(known, (id, fixture, random, phase) => {
      const until = random.chance(0.5) ? phase : noExpiry;
      const note = random.pick(['Late parcel', null]);
      const body = { expires_at: fixture.ends[until] ?? null, note };
      return request(updateStoreCredit, { kind: 'update', id, until, note, phase }, { ...at(fixture, id), body });
    }),
  },
];

export const storeCredits = area({
  name: 'store credits',
  begin,
  rows,
  judge: (_, history) => unexplained(initial, inSteps(history), apply),
  last: (fixture) => [
    () => [
      ...fixture.known.map((id) => reading(fixture, id)),
      ...fixture.known.map((id) => listingTransactions(fixture, id)),
      ...[undefined, 'active', 'used', 'expired', 'disabled'].map((status) => listing(fixture, 3, status)),
      auditing(fixture),
      reporting(fixture, 3),
    ],
  ],
});

const all = ({ ada }: SharedFixture) => ({ path: { id: ada.id } });

const one = ({ ada, store_credit_id }: SharedFixture) => ({ path: { id: ada.id, store_credit_id } });

/** What two clients ask of the same things at once. */
export const commands: readonly Command[] = [
  endpoint(listStoreCredits, all),
  endpoint(createStoreCredit, (ground, which) => ({ ...all(ground), body: { value: 500 + which, reason: 'reward' } })),
  endpoint(getStoreCredit, one),
  endpoint(updateStoreCredit, (ground, which) => ({ ...one(ground), body: { note: `Note ${which}` } })),
  // Both together would take more than the balance.
  endpoint(adjustStoreCredit, (ground, which) => ({ ...one(ground), body: { amount: -600 - which } })),
  // Takes the credit out of those with a balance.
  endpoint(adjustStoreCredit, (ground) => ({ ...one(ground), body: { amount: -1000 } }), { asked: 'by its balance' }),
  endpoint(disableStoreCredit, one),
  endpoint(enableStoreCredit, one),
  endpoint(listStoreCreditTransactions, one),
];
