/** What every function without a route inherits from its chain, once over all of them (Storefront page, "Once"). */
import { expect, test } from 'vitest';
import { accesses } from '../../infra/grants.ts';
import { invocables, operations } from '../../lib/resources/nouns.ts';
import { invocationScenarios } from '../requests/all.ts';
import { entitiesOf, isolateTables } from '../support/aws/table-contents.ts';
import { contentOf, isRepeatable, lasting, namedInvocation, preparedInvocation } from './sent-once.ts';

isolateTables('test');

test('what may write to the table, or send anything, is not read-only, and everything else is', () => {
  const writes = /^(?:PutItem|UpdateItem|DeleteItem|SendMessage|SendEmail|PutEvents|StartReplay|DeleteObject|Abort)/;
  const isReadOnly = (one: (typeof operations)[number] | (typeof invocables)[number]): boolean =>
    one.readOnly === true || ('method' in one && one.method === 'GET');
  const reads = ({ name }: { name: string }): boolean =>
    accesses.get(name)?.reach.every((each) => !writes.test(each)) === true;

  expect([...operations, ...invocables].filter((one) => isReadOnly(one) !== reads(one))).toEqual([]);
});

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

const reading = invocationScenarios.filter(({ invocable }) => invocable.readOnly).map(namedInvocation);
const writing = invocationScenarios.filter(isRepeatable).map(namedInvocation);

test.each(reading)('%s changes nothing', async (_, scenario) => {
  const { store, send } = await preparedInvocation(scenario);
  const before = await entitiesOf(store);

  expect(await send()).not.toHaveProperty('errorType');
  expect(await entitiesOf(store)).toEqual(before);
});

test.each(writing)('%s invoked again has no further effect, and answers the same', async (_, scenario) => {
  const { store, send } = await preparedInvocation(scenario);
  const first = await send();
  const content = await contentOf(store);
  const second = await send();

  expect(first).not.toHaveProperty('errorType');
  expect(lasting(scenario, second)).toEqual(lasting(scenario, first));
  expect(await contentOf(store)).toEqual(content);
});
