import { beforeEach, expect, test } from 'vitest';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { createShopperToken } from '../../../lib/resources/shopper-tokens/functions.ts';
import { verify } from '../../../lib/resources/shopper-tokens/records.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { onCall } from '../../support/aws/on-call.ts';
import { invoke, invokeOverHttp } from '../../support/invoke.ts';
import { orderOf, record } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

let world: World;
let store_id: string;
let customer_id: string;

beforeEach(async () => {
  world = await newWorld();
  store_id = world.store.id;
  customer_id = world.customers[0].id;
});

const create = (fields: object) => invoke(createShopperToken, { store_id, scopes: ['waitlist'], ...fields });

const refused = (errorMessage: string, errorType = 'INVALID_FIELD') => ({ errorType, errorMessage });

const wrongSubject = refused('Exactly one of customer_id, email and visitor is needed');

test('a token says its store, its subject, its scopes and its order', async () => {
  const order = orderOf(world);
  await succeeded(record(world, order));

  const cases: [object, object][] = [
    [{ customer_id }, { customer_id, scopes: ['waitlist'] }],
    [{ email: 'ada@example.com' }, { email: 'ada@example.com', scopes: ['waitlist'] }],
    [
      { visitor: 'a'.repeat(100), scopes: ['balance', 'waitlist'] },
      { visitor: 'a'.repeat(100), scopes: ['balance', 'waitlist'] },
    ],
    [
      { customer_id, order_id: order.id, scopes: ['review'] },
      { customer_id, order_id: order.id, scopes: ['review'] },
    ],
    [
      { customer_id, email: null, visitor: null, order_id: null, expires_in: null },
      { customer_id, scopes: ['waitlist'] },
    ],
  ];
  for (const [fields, claims] of cases) {
    const { token } = await succeeded(create(fields));
    expect(await verify(token, timestampNow())).toEqual({ store_id, ...claims });
  }
});

test('over HTTP, an API key of the store makes the same token', async () => {
  const { token } = await succeeded(
    invokeOverHttp(createShopperToken, { store_id, customer_id, scopes: ['review'] } as never),
  );

  expect(await verify(token, timestampNow())).toEqual({ store_id, customer_id, scopes: ['review'] });
});

test.each([
  [undefined, '2026-02-14T09:45:00Z'],
  [1, '2026-02-14T09:30:01Z'],
  [3600, '2026-02-14T10:30:00Z'],
])('with expires_in %j, the token expires at %s', async (expires_in, expires_at) => {
  setClock('2026-02-14T09:30:00Z');

  expect(await create({ customer_id, expires_in })).toMatchObject({ expires_at });
});

test.each([
  [{}, wrongSubject],
  [{ customer_id: 'cus_one', email: 'ada@example.com' }, wrongSubject],
  [{ email: 'ada@example.com', visitor: 'v' }, wrongSubject],
  [{ visitor: '' }, refused('visitor is required', 'MISSING_FIELD')],
  [{ visitor: 'a'.repeat(101) }, refused('visitor must be 100 characters or fewer')],
  [{ email: 'not an address' }, refused('email must be an email address')],
  [{ email: 'ada@example.com', scopes: ['review'] }, refused('The scope review needs customer_id')],
  [{ visitor: 'v', scopes: ['waitlist', 'review'] }, refused('The scope review needs customer_id')],
  [{ visitor: 'v', scopes: undefined }, refused('scopes is required', 'MISSING_FIELD')],
  [{ visitor: 'v', scopes: [] }, refused('scopes must contain at least one scope, and each one once')],
  [
    { visitor: 'v', scopes: ['balance', 'balance'] },
    refused('scopes must contain at least one scope, and each one once'),
  ],
  [{ visitor: 'v', scopes: ['admin'] }, refused('scopes must be any of review, waitlist, balance')],
  [{ visitor: 'v', scopes: 'waitlist' }, refused('scopes must be any of review, waitlist, balance')],
  [{ visitor: 'v', order_id: 'ord_one' }, refused('order_id needs the scope review')],
  [{ visitor: 'v', expires_in: 0 }, refused('expires_in must be between 1 and 3600')],
  [{ visitor: 'v', expires_in: 3601 }, refused('expires_in must be between 1 and 3600')],
  [{ visitor: 'v', expires_in: 1.5 }, refused('expires_in must be an integer')],
  [{ customer_id: 'cus_unknown' }, refused('Resource not found', 'NOT_FOUND')],
])('%j is refused', async (fields, refusal) => {
  expect(await create(fields)).toEqual(refusal);
});

test('a deleted customer, an unknown order and an order of another customer are NOT_FOUND', async () => {
  const [ada, grace] = world.customers;
  const order = orderOf(world, { customer_id: grace.id });
  await succeeded(record(world, order));
  const notFound = refused('Resource not found', 'NOT_FOUND');

  for (const order_id of ['ord_unknown', order.id]) {
    expect(await create({ customer_id: ada.id, scopes: ['review'], order_id })).toEqual(notFound);
  }
  await succeeded(invoke(deleteCustomer, { store_id, customer_id: ada.id }));
  expect(await create({ customer_id: ada.id })).toEqual(notFound);
});

test('nothing is stored', async () => {
  const calls: string[] = [];
  const end = onCall(dynamodb, ({ command }, next) => {
    calls.push(command);
    return next();
  });
  await succeeded(create({ customer_id }));
  end();

  expect(new Set(calls)).toEqual(new Set(['BatchGetItemCommand']));
});
