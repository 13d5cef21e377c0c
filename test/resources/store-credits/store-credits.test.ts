import { describe, expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as storeCredits from '../../../lib/resources/store-credits/records.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { around, as } from '../../support/aws/interleave.ts';
import { invalid } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { setClock } from '../../support/world/clock.ts';
import { idsOf, seconds } from '../../support/world/gift-cards.ts';
import { createCredits, creditsOf, newCredit, newCredits } from '../../support/world/store-credits.ts';
import { newCustomer, newWorld, succeeded } from '../../support/world/world.ts';

const missing = { status: 404, body: { error: 'Resource not found', code: 'NOT_FOUND' } };

const tooMany = 'A customer can have at most 100 store credits with a balance';

describe('Create Store Credit', () => {
  test('201 with defaults for omitted fields, and the credit has an entry with its value', async () => {
    const { customer, create, get, list, transactions } = await newCredits('EUR');

    const { status, body } = await create({ value: 2500, reason: 'reward' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^scr_[0-9a-hjkmnp-tv-z]{26}$/),
      customer_id: customer,
      currency: 'EUR',
      initial_value: 2500,
      balance: 2500,
      status: 'active',
      reason: 'reward',
      note: null,
      expires_at: null,
      disabled_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updated_at: body.created_at,
    });
    expect((await get(body.id)).body).toEqual(body);
    expect((await list()).body).toEqual({ data: [body], has_more: false });
    expect((await transactions(body.id)).body.data).toEqual([
      {
        id: expect.stringMatching(/^sct_[0-9a-hjkmnp-tv-z]{26}$/),
        type: 'issued',
        amount: 2500,
        balance: 2500,
        order_id: null,
        note: null,
        actor: { type: 'api_key', name: expect.any(String) },
        created_at: body.created_at,
      },
    ]);
  });

  test.each([
    [{ reason: 'apology' }, 'reason must be refund, goodwill, promotion, or reward'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at must be in the future'],
  ])('refuses %j', async (body, error) => {
    const { create, list } = await newCredits();

    expect(await create(body)).toMatchObject(invalid(error));
    expect((await list()).body.data).toEqual([]);
  });

  test('a customer has at most 100 credits with a balance, whether they are created or get a balance again', async () => {
    const { world, customer, create, adjust, list } = await newCredits();
    const { id } = (await create({ value: 100 })).body;
    await adjust(id, { amount: -100 });
    await createCredits(world, customer, 99);

    const last = await create({ value: 100 });
    expect(last.status).toBe(201);
    expect(await create()).toMatchObject(invalid(tooMany));
    expect(await adjust(id, { amount: 1 })).toMatchObject(invalid(tooMany));

    await adjust(last.body.id, { amount: -100 });
    expect((await adjust(id, { amount: 1 })).status).toBe(200);
    expect(await create()).toMatchObject(invalid(tooMany));
    expect((await list({ status: 'active', limit: '100' })).body.data).toHaveLength(100);
  });

  test('a customer with more credits by refunds can still spend them and get none', async () => {
    const { world, customer, create, adjust } = await newCredits();
    const { id } = (await create({ value: 100 })).body;
    await createCredits(world, customer, 102);

    expect((await adjust(id, { amount: -50 })).status).toBe(200);
    expect((await adjust(id, { amount: -50 })).status).toBe(200);
    expect(await create()).toMatchObject(invalid(tooMany));
  });

  test('two requests at once create only as many credits as the limit leaves', async () => {
    const { world, customer, create } = await newCredits();
    await createCredits(world, customer, 99);

    const statuses = (await Promise.all([create(), create()])).map(({ status }) => status);

    expect(statuses.toSorted()).toEqual([201, 400]);
    expect((await storeCredits.findOpen(world.store.id, customer)).ids).toHaveLength(100);
  });
});

describe('a store credit of another customer', () => {
  test('is not found by any operation and does not change', async () => {
    const { world, id, get, transactions } = await newCredit();
    const other = creditsOf(world, world.customers[1].id);
    const before = (await get(id)).body;

    for (const reply of [
      await other.get(id),
      await other.update(id, {}),
      await other.adjust(id, { amount: 1 }),
      await other.disable(id),
      await other.enable(id),
      await other.transactions(id),
    ])
      expect(reply).toMatchObject(missing);
    expect((await other.list()).body.data).toEqual([]);
    expect((await get(id)).body).toEqual(before);
    expect((await transactions(id)).body.data).toHaveLength(1);
  });
});

describe('List Store Credits', () => {
  /** Three credits of each status, newest first. */
  async function credited() {
    const credits = await newCredits();
    const { create, adjust, disable } = credits;
    const expires_at = seconds(60);
    const become = {
      active: async () => undefined,
      used: (id: string) => adjust(id, { amount: -100 }),
      expired: (id: string) => credits.update(id, { expires_at }),
      disabled: disable,
    };
    const made: [status: string, id: string][] = [];
    for (const [status, change] of [...Object.entries(become), ...Object.entries(become), ...Object.entries(become)]) {
      const { id } = (await create({ value: 100 })).body;
      await change(id);
      made.unshift([status, id]);
    }
    setClock(expires_at);
    return {
      ...credits,
      idsWith: (wanted: string) => made.flatMap(([status, id]) => (status === wanted ? [id] : [])),
      all: made.map(([, id]) => id),
    };
  }

  test('each status has its credits, newest first, a page at a time', async () => {
    const { list, idsWith, all } = await credited();

    for (const status of ['active', 'used', 'expired', 'disabled']) {
      const first = (await list({ status, limit: '2' })).body;
      const second = (await list({ status, limit: '2', after: first.data.at(-1).id })).body;
      expect([first.has_more, second.has_more]).toEqual([true, false]);
      expect(idsOf([...first.data, ...second.data])).toEqual(idsWith(status));
      expect(new Set(first.data.map((credit: { status: string }) => credit.status))).toEqual(new Set([status]));
    }
    expect(idsOf((await list({ limit: '100' })).body.data)).toEqual(all);
  });

  test('active credits are found among many used ones without reading those', async () => {
    const { world, customer, create, adjust, list } = await newCredits();
    const { id } = (await create()).body;
    for (let count = 0; count < 15; count += 1) {
      const used = (await create({ value: 100 })).body;
      await adjust(used.id, { amount: -100 });
    }

    const { result, calls } = await watch(() => list({ status: 'active', limit: '5' }));

    expect(idsOf(result.body.data)).toEqual([id]);
    expect((await storeCredits.findOpen(world.store.id, customer)).ids).toEqual([id]);
    expect(calls.filter(({ command }) => command.startsWith('Query'))).toEqual([]);
  });
});

describe('Adjust Store Credit', () => {
  test.each([
    [5000, -5000, 700],
    [0, 700, -700],
  ])(
    'the credits with a balance are exact although %i changes by %i between the reads of an adjustment by %i',
    async (balance, other, amount) => {
      const { world, customer, id, adjust } = await newCredit();
      if (balance === 0) await adjust(id, { amount: -5000 });
      const { sk } = keys.openCredits(world.store.id, customer);
      around(
        ({ by, command, input }) =>
          by === 'adjusting' && command.startsWith('BatchGetItem') && JSON.stringify(input).includes(id),
        async (send) => {
          const before = (await send()).Responses[storeTable()];
          await adjust(id, { amount: other });
          const after = (await send()).Responses[storeTable()];
          const isList = (item: { sk: string }) => item.sk === sk;
          const read = [...before.filter(isList), ...after.filter((item: { sk: string }) => !isList(item))];
          return { Responses: { [storeTable()]: read } };
        },
      );

      expect((await as('adjusting', () => adjust(id, { amount }))).status).toBe(200);

      const { ids } = await storeCredits.findOpen(world.store.id, customer);
      expect(ids).toEqual(balance + other + amount > 0 ? [id] : []);
    },
  );
});

describe('Update, disable and enable Store Credit', () => {
  test('an update replaces expiry and note, and an expired credit becomes active only with a later expiry', async () => {
    const { id, update, get, adjust } = await newCredit({ expires_at: seconds(60), note: 'Sorry' });
    const { expires_at } = (await get(id)).body;
    setClock(expires_at);

    expect((await get(id)).body.status).toBe('expired');
    expect((await adjust(id, { amount: 100 })).body).toMatchObject({ status: 'expired', balance: 5100 });
    expect((await update(id, { expires_at, note: 'Same' })).body).toMatchObject({ status: 'expired', note: 'Same' });
    expect(await update(id, { expires_at: '2020-01-01T00:00:00Z' })).toMatchObject(
      invalid('expires_at must be in the future'),
    );
    expect((await update(id, {})).body).toMatchObject({ status: 'active', expires_at: null, note: null });
  });

  test('each makes one entry, and none if nothing changes', async () => {
    const { id, disable, enable, transactions } = await newCredit();

    expect((await disable(id)).body).toMatchObject({
      status: 'disabled',
      disabled_at: expect.any(String),
      balance: 5000,
    });
    expect((await disable(id)).status).toBe(200);
    expect((await enable(id)).body).toMatchObject({ status: 'active', disabled_at: null });
    expect((await enable(id)).status).toBe(200);
    const { data } = (await transactions(id)).body;
    expect(data.map(({ type }: { type: string }) => type)).toEqual(['enabled', 'disabled', 'issued']);
  });
});

test('the ledger is listed newest first, a page at a time', async () => {
  const { id, adjust, transactions } = await newCredit();
  for (const amount of [1, 2, 3]) await adjust(id, { amount });

  const first = (await transactions(id, { limit: '2' })).body;
  const second = (await transactions(id, { limit: '2', after: first.data.at(-1).id })).body;

  expect([...first.data, ...second.data].map(({ amount }) => amount)).toEqual([3, 2, 1, 5000]);
  expect([first.has_more, second.has_more]).toEqual([true, false]);
});

test('a customer with the same id in another store has none of the credits', async () => {
  const { customer, id } = await newCredit();
  const elsewhere = await newWorld();
  await succeeded(invoke(importRecords, { store_id: elsewhere.store.id, customers: [newCustomer({ id: customer })] }));
  const { get, list } = creditsOf(elsewhere, customer);

  expect(await get(id)).toMatchObject(missing);
  expect((await list()).body.data).toEqual([]);
});
