/** Webhooks of a store, through the operator's functions. */
import { describe, expect, test, vi } from 'vitest';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '../../../lib/resources/webhooks/functions.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { invoke } from '../../support/invoke.ts';
import { keptInTables, tracesOf } from '../../support/traces.ts';
import { newWorld, succeeded } from '../../support/world/world.ts';

isolateTables('test');

const url = 'https://example.com/events';

async function newStore() {
  vi.stubEnv('WEBHOOKS_ANYWHERE', 'true');
  const { store } = await newWorld();
  const create = (fields: object = {}) => invoke(createWebhook, { store_id: store.id, url, ...fields });
  return { store_id: store.id, create };
}

test('a webhook is shown with its secret once, then without', async () => {
  const { store_id, create } = await newStore();
  const made = await succeeded(create({ types: ['gift_card.*'], description: 'Warehouse' }));

  expect(made).toMatchObject({ url, types: ['gift_card.*'], description: 'Warehouse', status: 'enabled' });
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { secret: _, ...shown } = made;
  expect(await invoke(listWebhooks, { store_id })).toEqual({ data: [shown], has_more: false });
  expect(tracesOf([String(made.secret), String(made.secret).slice(6)], await keptInTables())).toEqual([]);
});

test('a webhook that has been changed since is still known by what it was made from', async () => {
  const { store_id, create } = await newStore();
  await succeeded(create({ webhook_id: 'whk_own' }));
  await succeeded(
    invoke(updateWebhook, { store_id, webhook_id: 'whk_own', description: 'Warehouse', types: ['order.paid'] }),
  );

  expect(await create({ webhook_id: 'whk_own' })).toMatchObject({ description: 'Warehouse', types: ['order.paid'] });
});

test('a store has at most 16, however many are made at once', async () => {
  const { store_id, create } = await newStore();
  const made = await Promise.all(Array.from({ length: 20 }, () => create()));

  const refused = made.filter((answer) => 'errorType' in answer);
  expect(refused).toEqual(
    Array(4).fill({ errorType: 'INVALID_FIELD', errorMessage: 'A store has at most 16 webhooks' }),
  );
  const { data } = await succeeded(invoke(listWebhooks, { store_id, limit: 100 }));
  expect(data).toHaveLength(16);
  await succeeded(invoke(deleteWebhook, { store_id, webhook_id: String(data[0]?.webhook_id) }));
  expect(await create()).toMatchObject({ status: 'enabled' });
});

describe('a webhook is refused', () => {
  test.each([
    ['that is not https', { url: 'http://example.com/' }, 'url must be https'],
    ['within a network', { url: 'https://10.0.0.1/' }, 'url must lead to public addresses only'],
    ...(
      [
        ['with credentials', 'https://ada:pw@example.com/'],
        ['with a fragment', 'https://example.com/#here'],
        ['that is no URL', 'example.com'],
        ['with white space around it', ' https://example.com/\n'],
        ['with white space in it', 'https://example.com/\r\nX: y'],
        ['with a control character', 'https://example.com/\u001b[31m'],
        ['whose direction changes', 'https://example.com/\u202egpj'],
      ] as const
    ).map(([what, odd]): [string, object, string] => [
      what,
      { url: odd },
      'url must be a URL without credentials, fragment, white space and control characters',
    ]),
    ['that is too long', { url: `https://example.com/${'a'.repeat(1981)}` }, 'url must be at most 2000 characters'],
    ['for no type', { types: [] }, 'types must name at least one event'],
    [
      'for a type of no event',
      { types: ['shop.opened'] },
      'types must be names or prefixes of events: shop.opened is none',
    ],
    ['with a long description', { description: 'a'.repeat(201) }, 'description must be 200 characters or fewer'],
  ])('%s', async (_, fields, errorMessage) => {
    const { create } = await newStore();
    vi.stubEnv('WEBHOOKS_ANYWHERE', 'false');

    expect(await create({ types: ['order.paid'], ...fields })).toEqual({ errorType: 'INVALID_FIELD', errorMessage });
  });
});

test('an update changes the given fields, and null clears types and description', async () => {
  const { store_id, create } = await newStore();
  const { webhook_id } = await succeeded(create({ types: ['order.paid'], description: 'Warehouse' }));
  const update = (fields: object) => invoke(updateWebhook, { store_id, webhook_id, ...fields });

  expect(await update({ url: `${url}/2` })).toMatchObject({
    url: `${url}/2`,
    types: ['order.paid'],
    description: 'Warehouse',
  });
  expect(await update({ types: null, description: null })).toMatchObject({ types: null, description: null });
  expect(await update({ status: 'disabled' })).toMatchObject({ status: 'disabled', disabled_reason: 'operator' });
  expect(await update({ status: 'enabled' })).toMatchObject({ status: 'enabled', disabled_reason: null });
  expect(await invoke(updateWebhook, { store_id, webhook_id: 'whk_other' })).toMatchObject({ errorType: 'NOT_FOUND' });
});

describe('a rotation', () => {
  test('gives another secret, and the same one where it is asked for again within an hour', async () => {
    const { store_id, create } = await newStore();
    const { webhook_id, secret: first } = await succeeded(create());
    const rotate = (rotation_id: string) =>
      succeeded(invoke(rotateWebhookSecret, { store_id, webhook_id, rotation_id }));
    const second = await rotate('one');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_500_000 });

    expect(second.secret).toMatch(/^whsec_/);
    expect(second.secret).not.toBe(first);
    expect(await rotate('one')).toEqual(second);
    expect((await rotate('two')).secret).not.toBe(second.secret);
    vi.useRealTimers();
  });

  test('that was made more than an hour ago is a duplicate, not another secret', async () => {
    const { store_id, create } = await newStore();
    const { webhook_id } = await succeeded(create());
    const rotate = () => invoke(rotateWebhookSecret, { store_id, webhook_id, rotation_id: 'one' });
    await succeeded(rotate());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_700_000 });

    expect(await rotate()).toMatchObject({ errorType: 'DUPLICATE' });
    vi.useRealTimers();
  });

  test('of which a concurrent duplicate is faster makes one secret', async () => {
    const { store_id, create } = await newStore();
    const { webhook_id } = await succeeded(create());
    const rotate = () => succeeded(invoke(rotateWebhookSecret, { store_id, webhook_id, rotation_id: 'one' }));

    const [one, other] = await Promise.all([rotate(), rotate()]);

    expect(one.secret).toBe(other.secret);
  });
});
