/** What every write that takes an Idempotency-Key inherits from the chain, once over all of them. */
import { expect, test } from 'vitest';
import { operations } from '../../lib/resources/nouns.ts';
import { takesIdempotencyKey } from '../../lib/schema/operation.ts';
import { allScenarios, keyedScenarios, scenarios } from '../requests/all.ts';
import { isolateTables, shapeOf } from '../support/aws/table-contents.ts';
import { call } from '../support/http/call.ts';
import { newKey } from '../support/world/world.ts';
import { newIdempotencyKey, preparedRequest } from './sent-once.ts';

isolateTables('test');

test('every operation has a scenario', () => {
  const withScenario = new Set(scenarios.map(({ operation }) => operation.name));
  const without = operations.map(({ name }) => name).filter((name) => !withScenario.has(name));
  expect(without, 'give it a row with `after` in `rows` of test/requests/<noun>.ts').toEqual([]);
});

test.each(allScenarios)('%s succeeds as the contract says', async (_, scenario) => {
  const { send } = await preparedRequest(scenario);
  const { status, headers } = await send();

  expect(status).toBe(scenario.operation.success.status);
  if (takesIdempotencyKey(scenario.operation)) expect(headers['x-idempotency-replayed']).toBe('false');
});

test.each(keyedScenarios)(
  '%s with an Idempotency-Key answers a repeat from its record, changing nothing, and keeps the key apart for another API key of the store',
  async (_, scenario) => {
    const { world, request, send } = await preparedRequest(scenario);
    // The longest that is taken.
    const idempotencyKey = newIdempotencyKey().padEnd(255, 'k');
    const first = await send({ idempotencyKey });
    const after = await shapeOf(world.store.id);
    const second = await send({ idempotencyKey });

    expect(second.status).toBe(scenario.operation.success.status);
    expect(second.body).toEqual(first.body);
    expect(first.headers['x-idempotency-replayed']).toBe('false');
    expect(second.headers['x-idempotency-replayed']).toBe('true');
    expect(await shapeOf(world.store.id)).toEqual(after);

    const { api_key: key } = await newKey(world.store.id, 'Write');
    const other = await call(scenario.operation, { ...request, idempotencyKey, key });
    expect(other.headers['x-idempotency-replayed']).toBe('false');
  },
);
