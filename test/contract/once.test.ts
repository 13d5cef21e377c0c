/** What every function without a route inherits from its chain, once over all of them (Storefront page, "Once"). */
import { describe, expect, test } from 'vitest';
import { invocables } from '../../lib/resources/nouns.ts';
import { type InvocationScenario, invocationScenarios } from '../requests/all.ts';
import { type FaultMoment, watch } from '../support/aws/aws-calls.ts';
import { entitiesOf, isolateTables, shapeOf } from '../support/aws/table-contents.ts';
import { invoke, invokeOverHttp, storefrontKeyOf } from '../support/invoke.ts';
import { newWorld } from '../support/world/world.ts';

isolateTables('test');

/** An invocation of the scenario in a store of its own; of a storefront function every other one goes through its HTTP door, the first does. */
async function prepared({ invocable, prepare }: InvocationScenario) {
  const world = await newWorld();
  const payload = await prepare(world);
  const isStorefront = invocable.group === 'storefront';
  if (isStorefront) await storefrontKeyOf(payload.store_id);
  let sent = 0;
  const send = () => {
    sent += 1;
    return isStorefront && sent % 2 === 1 ? invokeOverHttp(invocable, payload) : invoke(invocable, payload);
  };
  return { store: payload.store_id, send };
}

/** The contents of a store, regardless of items that were rewritten unchanged. */
const contentOf = async (store: string): Promise<string[]> =>
  (await shapeOf(store)).map((entity) => entity.replace(/\["version",\d+\]/g, ''));

/** What is in the store when the function has been invoked once, and what it answered. */
async function once(scenario: InvocationScenario) {
  const { store, send } = await prepared(scenario);
  const result = await send();
  return { content: await contentOf(store), result };
}

/** A result without what may differ when the same is asked again. */
const lasting = ({ own = [] }: InvocationScenario, result: object) =>
  Object.fromEntries(Object.entries(result).filter(([field]) => !own.includes(field)));

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
  const { store, send } = await prepared(scenario);
  const before = await entitiesOf(store);

  expect(await send()).not.toHaveProperty('errorType');
  expect(await entitiesOf(store)).toEqual(before);
});

describe.each(writing)('%s', (_, scenario) => {
  let control: ReturnType<typeof once> | undefined;
  const onceAlone = () => (control ??= once(scenario));

  test('invoked again has no further effect, and answers the same', async () => {
    const { store, send } = await prepared(scenario);
    const first = await send();
    const content = await contentOf(store);
    const second = await send();

    expect(first).not.toHaveProperty('errorType');
    expect(lasting(scenario, second)).toEqual(lasting(scenario, first));
    expect(await contentOf(store)).toEqual(content);
  });

  test('has one effect and one answer for twelve at once', async () => {
    const { store, send } = await prepared(scenario);
    const results = await Promise.all(Array.from({ length: 12 }, send));
    const control = await onceAlone();

    const [first, ...others] = results.map((result) => lasting(scenario, result));
    expect(first).not.toHaveProperty('errorType');
    expect(others).toEqual(others.map(() => first));
    expect(await contentOf(store)).toEqual(control.content);
  });

  test.each(['before', 'after'] as const)(
    'has one effect and one answer, whichever AWS call fails, %s taking effect',
    async (moment) => {
      await failAtEachCall(scenario, moment, (await onceAlone()).content);
    },
  );
});

/** Fails each AWS call of the invocation in turn, then invokes again. */
async function failAtEachCall(scenario: InvocationScenario, moment: FaultMoment, content: string[]): Promise<void> {
  for (let target = 0, reached = true; reached; target += 1) {
    const { store, send } = await prepared(scenario);
    const faulty = await watch(send, (index) => (index === target ? moment : undefined));
    const retry = await send();

    const where = `${moment} call ${target} (${faulty.calls[target]?.command})`;
    expect(retry, where).not.toHaveProperty('errorType');
    if ('errorType' in faulty.result) {
      // A failure of the service is never the caller's error; an attempt at a code that cannot be counted is refused.
      expect(['INTERNAL_ERROR', 'RATE_LIMIT_EXCEEDED'], where).toContain(faulty.result.errorType);
    } else {
      expect(lasting(scenario, retry), where).toEqual(lasting(scenario, faulty.result));
    }
    expect(await contentOf(store), where).toEqual(content);
    reached = target + 1 < faulty.calls.length;
  }
}
