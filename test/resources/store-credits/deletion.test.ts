/** Store credits of a customer who is deleted, and in the export of a customer. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordsOf } from '../../../bin/local/events/stream.ts';
import { changeOf } from '../../../lib/chain/background.ts';
import { eventsOf } from '../../../lib/events/events-of.ts';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer, exportCustomer } from '../../../lib/resources/customers/functions.ts';
import * as customers from '../../../lib/resources/customers/records.ts';
import * as storeCredits from '../../../lib/resources/store-credits/records.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { as, beforeReadOf, endingAfter } from '../../support/aws/interleave.ts';
import { allTextsOf, entitiesOf, isolateTables } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { handlerOf } from '../../support/handlers.ts';
import { invoke } from '../../support/invoke.ts';
import { expectLedgerProven } from '../../support/world/gift-cards.ts';
import { holdCredit, newCredit, newCredits } from '../../support/world/store-credits.ts';
import { succeeded } from '../../support/world/world.ts';

const resumeMigrations = await handlerOf({ name: 'go-on-with-migrations' });

isolateTables('test', { stream: true });

const entriesOf = (store: string, id: string) => storeCredits.listEntries(store, id, { limit: 100 });

describe('delete-customer', () => {
  test('ends holds and closes each credit with an entry of minus its balance, which a repeat does not repeat', async () => {
    const { world, customer, id, create, adjust } = await newCredit({ note: 'Milada phoned' });
    await adjust(id, { amount: 200, note: 'Milada phoned again' });
    await holdCredit(world, id, 1000);
    const { id: used } = (await create({ value: 100 })).body;
    await adjust(used, { amount: -100 });
    const payload = { store_id: world.store.id, customer_id: customer };

    await succeeded(invoke(deleteCustomer, payload));
    await succeeded(invoke(deleteCustomer, payload));

    const closed = await storeCredits.find(world.store.id, id);
    expect(closed).toMatchObject({ balance: 0, holds: [], note: null, closed_at: expect.any(String) });
    expect((await entriesOf(world.store.id, id)).map(({ type, amount, note }) => [type, amount, note])).toEqual([
      ['issued', 5000, null],
      ['adjusted', 200, null],
      ['adjusted', -5200, 'Customer deleted'],
    ]);
    expect((await entriesOf(world.store.id, id)).at(-1)?.actor).toEqual({ type: 'system', name: null });
    expect((await entriesOf(world.store.id, used)).map(({ type }) => type)).toEqual(['issued', 'adjusted']);
    expect((await allTextsOf(world.store.id)).join()).not.toContain('Milada');
  });

  test('leaves nothing in the partitions of the customer, and the audit finds nothing', async () => {
    const { world, customer, create } = await newCredits();
    for (let count = 0; count < 3; count += 1) await create();

    await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: customer }));

    const left = await entitiesOf(world.store.id);
    expect(left.filter(({ pk }) => pk === keys.customer(world.store.id, customer).pk)).toHaveLength(1);
    expect(left.filter(({ pk }) => pk === keys.openCredits(world.store.id, customer).pk)).toEqual([]);
    await expectLedgerProven(world);
  });

  test('by two callers at once leaves no credit half forgotten', async () => {
    const { world, customer, id, adjust } = await newCredit();
    for (let count = 0; count < 3; count += 1) await adjust(id, { amount: 1 });
    onTestFinished(resize((name) => (name === 'forgottenEntries' ? 2 : undefined)));
    const remove = () => invoke(deleteCustomer, { store_id: world.store.id, customer_id: customer });
    const commits = endingAfter(3, 'twin');
    beforeReadOf(keys.storeCredit(world.store.id, id), () => as('twin', remove));

    await succeeded(remove());

    expect(commits()).toBeGreaterThan(3);
    const closed = await storeCredits.find(world.store.id, id);
    expect(closed).toMatchObject({ closed_at: expect.any(String) });
    expect(closed?.forgotten_to).toBeUndefined();
  });

  test('goes through a ledger of any length', async () => {
    const { world, customer, id, adjust } = await newCredit();
    for (let count = 0; count < 5; count += 1) await adjust(id, { amount: 1, note: 'Milada phoned' });
    onTestFinished(resize((name) => (name === 'forgottenEntries' ? 2 : undefined)));

    await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: customer }));

    const entries = await entriesOf(world.store.id, id);
    expect(entries).toHaveLength(7);
    expect(entries.filter(({ note }) => note !== null)).toHaveLength(1);
    expect(await storeCredits.find(world.store.id, id)).not.toHaveProperty('forgotten_to', expect.any(String));
  });

  test('the credits stay closed when the customer is imported again', async () => {
    const { world, customer, id, get, list, adjust, create } = await newCredit();
    const store_id = world.store.id;
    await succeeded(invoke(deleteCustomer, { store_id, customer_id: customer }));
    expect((await get(id)).status).toBe(404);

    await succeeded(invoke(importRecords, { store_id, customers: [world.customers[0]] }));

    expect((await list()).body.data).toEqual([]);
    expect((await get(id)).status).toBe(404);
    expect((await adjust(id, { amount: 1 })).status).toBe(404);
    const { body } = await create({ value: 700 });
    expect((await list()).body.data).toEqual([body]);
  });

  test('of the release before keeps the credits, which the migration closes', async () => {
    const { world, customer, id, adjust, get } = await newCredit({ note: 'Milada phoned' });
    await adjust(id, { amount: 200, note: 'Milada phoned again' });
    await holdCredit(world, id, 1000);
    const store_id = world.store.id;
    const found = await customers.get(store_id, customer);
    const removed = customers.remove(store_id, found, { shopper: '', now: timestampNow() });
    await commitUnitOfWork(writing(removed));
    const migrate = () => resumeMigrations({ again: ['closed-credits'] });
    await migrate();
    expect(await storeCredits.find(store_id, id)).toMatchObject({ balance: 5200 });
    expect([(await get(id)).status, (await adjust(id, { amount: 1 })).status]).toEqual([404, 404]);

    const tombstone = await customers.findRecord(store_id, customer);
    if (!tombstone || !customers.isDeleted(tombstone)) throw new Error('The customer is not deleted');
    await commitUnitOfWork(writing([customers.endSweep(store_id, tombstone)]));
    // DynamoDB Local ends a scan early if the key that it is to go on after has been deleted; DynamoDB does not.
    for (let round = 0; round < 10 && (await storeCredits.find(store_id, id))?.closed_at === undefined; round += 1)
      await migrate();
    await migrate();

    expect(await storeCredits.find(store_id, id)).toMatchObject({
      ...{ balance: 0, holds: [], note: null, closed_at: expect.any(String) },
    });
    expect((await entriesOf(store_id, id)).map(({ type, amount, note }) => [type, amount, note])).toEqual([
      ['issued', 5000, null],
      ['adjusted', 200, null],
      ['adjusted', -5200, 'Customer deleted'],
    ]);
    const left = await entitiesOf(store_id);
    expect(left.filter(({ pk }) => pk === keys.openCredits(store_id, customer).pk)).toEqual([]);
    expect((await allTextsOf(store_id)).join()).not.toContain('Milada');
  });

  test('sends an event for each credit with a balance', async () => {
    const { world, customer, id } = await newCredit();

    await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: customer }));

    const events = (await recordsOf(storeTable())).flatMap((record) => {
      const { before, after } = changeOf(record);
      return eventsOf(before, after, { time: '2026-01-01T00:00:00Z', epoch: 'one' });
    });
    const own = events.filter(({ object }) => object.id === id);
    const transaction = { transaction_id: expect.stringMatching(/^sct_/), order_id: null, customer_id: customer };
    expect(own.map(({ type, data }) => [type, data])).toEqual([
      ['store_credit.issued', { ...transaction, amount: 5000, balance: 5000, reason: 'goodwill' }],
      ['store_credit.adjusted', { ...transaction, amount: -5000, balance: 0 }],
    ]);
  });
});

describe('export-customer', () => {
  test('contains each credit as it is shown, followed by its whole ledger, over pages of any size', async () => {
    const { world, customer, id, adjust, get, create, transactions } = await newCredit({ note: 'Sorry' });
    await adjust(id, { amount: 200, note: 'Late' });
    const { id: second } = (await create({ reason: 'promotion' })).body;
    const due = await Promise.all(
      [id, second].map(async (credit) => [
        { ...(await get(credit)).body, type: 'store_credit' },
        ...(await transactions(credit)).body.data
          .toReversed()
          .map(({ type: transaction_type, ...entry }: { type: string }) => ({
            ...{ ...entry, transaction_type, store_credit_id: credit },
            type: 'store_credit_transaction',
          })),
      ]),
    );

    for (const limit of [1, 2, 100]) {
      const records: { type: string }[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const payload = { store_id: world.store.id, customer_id: customer, limit, after };
        const page = await succeeded(invoke(exportCustomer, payload));
        records.push(...page.data);
        after = page.next;
      }
      expect(records.filter(({ type }) => type.startsWith('store_credit'))).toEqual(due.flat());
    }
  });

  test('refuses a place in a store credit of another customer, and of the customer before a deletion', async () => {
    const { world, customer, id } = await newCredit({ note: 'Milada phoned' });
    const store_id = world.store.id;
    const refused = { errorType: 'INVALID_FIELD', errorMessage: 'after must be the next of a page' };
    const place = { store_id, after: `credits.${id}` };

    expect((await succeeded(invoke(exportCustomer, { ...place, customer_id: customer }))).data).not.toEqual([]);
    expect(await invoke(exportCustomer, { ...place, customer_id: world.customers[1].id })).toMatchObject(refused);

    await succeeded(invoke(deleteCustomer, { store_id, customer_id: customer }));
    await succeeded(invoke(importRecords, { store_id, customers: [world.customers[0]] }));
    expect(await invoke(exportCustomer, { ...place, customer_id: customer })).toMatchObject(refused);
  });
});
