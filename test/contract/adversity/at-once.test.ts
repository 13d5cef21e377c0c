/** Many of one write at once have one effect and one answer: of those with one Idempotency-Key, and of one call of a function without a route. */
import { expect, test } from 'vitest';
import { invocationScenarios, keyedScenarios } from '../../requests/all.ts';
import { idempotencyRecordsOf, isolateTables, shapeOf } from '../../support/aws/table-contents.ts';
import {
  contentOf,
  invokedOnce,
  isRepeatable,
  lasting,
  namedInvocation,
  newIdempotencyKey,
  preparedInvocation,
  preparedRequest,
  requestedOnce,
} from '../sent-once.ts';

isolateTables('test');

test.each(keyedScenarios)(
  '%s with an Idempotency-Key has one effect and one answer for twenty at once',
  async (_, scenario) => {
    const { world, send } = await preparedRequest(scenario);
    const idempotencyKey = newIdempotencyKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ idempotencyKey })));
    const control = await requestedOnce(scenario);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([control.status]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['x-idempotency-replayed'] === 'false')).toHaveLength(1);
    expect(await shapeOf(world.store.id)).toEqual(control.shape);
    expect(await idempotencyRecordsOf(world.store.id)).toHaveLength(1);
  },
);

test.each(invocationScenarios.filter(isRepeatable).map(namedInvocation))(
  '%s has one effect and one answer for twenty at once',
  async (_, scenario) => {
    const { store, send } = await preparedInvocation(scenario);
    const results = await Promise.all(Array.from({ length: 12 }, send));
    const control = await invokedOnce(scenario);

    const [first, ...others] = results.map((result) => lasting(scenario, result));
    expect(first).not.toHaveProperty('errorType');
    expect(others).toEqual(others.map(() => first));
    expect(await contentOf(store)).toEqual(control.content);
  },
);
