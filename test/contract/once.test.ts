/** What every function without a route inherits from its chain, once over all of them (Storefront page, "Once"). */
import { describe, expect, test } from 'vitest';
import { invocables } from '../../lib/resources/nouns.ts';
import { type InvocationScenario, invocationScenarios } from '../requests/all.ts';
import { entitiesOf, isolateTables } from '../support/aws/table-contents.ts';
import { contentOf, invokedOnce, lasting, preparedInvocation } from './sent-once.ts';

isolateTables('test');

const named = (scenario: InvocationScenario) => [scenario.invocable.name, scenario] as const;

test('every function has a scenario', () => {
  expect(invocationScenarios.map(({ invocable }) => invocable.name).toSorted()).toEqual(
    invocables.map(({ name }) => name).toSorted(),
  );
});

test('a failure says what to do: to invoke again, unless that would make another thing', () => {
  const made = invocables.filter(({ afterLostAnswer }) => afterLostAnswer).map(({ name }) => name);
  // Without its optional `store_id` a call of create-store makes another store, and so it is with create-webhook. Each call of redeliver
  // makes a delivery.
  const making = invocationScenarios.filter(({ anew }) => anew).map(({ invocable }) => invocable.name);
  expect(made.toSorted()).toEqual(['create-api-key', 'create-store', 'create-webhook', 'redeliver']);
  expect(making).toContain('create-api-key');
});

const reading = invocationScenarios.filter(({ invocable }) => invocable.readOnly).map(named);
const writing = invocationScenarios.filter(({ invocable, anew }) => !invocable.readOnly && !anew).map(named);

test.each(reading)('%s changes nothing', async (_, scenario) => {
  const { store, send } = await preparedInvocation(scenario);
  const before = await entitiesOf(store);

  expect(await send()).not.toHaveProperty('errorType');
  expect(await entitiesOf(store)).toEqual(before);
});

describe.each(writing)('%s', (_, scenario) => {
  test('invoked again has no further effect, and answers the same', async () => {
    const { store, send } = await preparedInvocation(scenario);
    const first = await send();
    const content = await contentOf(store);
    const second = await send();

    expect(first).not.toHaveProperty('errorType');
    expect(lasting(scenario, second)).toEqual(lasting(scenario, first));
    expect(await contentOf(store)).toEqual(content);
  });

  test('has one effect and one answer for twelve at once', async () => {
    const { store, send } = await preparedInvocation(scenario);
    const results = await Promise.all(Array.from({ length: 12 }, send));
    const control = await invokedOnce(scenario);

    const [first, ...others] = results.map((result) => lasting(scenario, result));
    expect(first).not.toHaveProperty('errorType');
    expect(others).toEqual(others.map(() => first));
    expect(await contentOf(store)).toEqual(control.content);
  });
});
