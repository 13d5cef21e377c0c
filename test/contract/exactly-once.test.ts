/** What every write that takes an Idempotency-Key inherits from the chain, once over all of them. */
import { describe, expect, test } from 'vitest';
import { operations } from '../../lib/resources/nouns.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { takesIdempotencyKey } from '../../lib/schema/operation.ts';
import { allScenarios, keyedScenarios, type Scenario, scenarios } from '../requests/all.ts';
import { type FaultMoment, watch } from '../support/aws/aws-calls.ts';
import { idempotencyRecordsOf, isolateTables, shapeOf } from '../support/aws/table-contents.ts';
import { call } from '../support/http/call.ts';
import type { Response } from '../support/http/documented.ts';
import { newKey, newWorld } from '../support/world/world.ts';

isolateTables('test');

const newIdempotencyKey = (): string => newId('upload');

/** A request of the scenario in a store of its own. */
async function prepared({ operation, prepare }: Scenario) {
  const world = await newWorld();
  const request = { ...(await prepare(world)), key: world.write };
  const send = (overrides: object = {}): Promise<Response> => call(operation, { ...request, ...overrides });
  return { world, request, send };
}

/** What is in the store when the request has been made once, and what it answered. */
async function once(scenario: Scenario): Promise<{ shape: string[]; status: number }> {
  const { world, send } = await prepared(scenario);
  const { status } = await send({ idempotencyKey: newIdempotencyKey() });
  return { shape: await shapeOf(world.store.id), status };
}

test('every operation has a scenario', () => {
  expect(scenarios.map(({ operation }) => operation.name).toSorted()).toEqual(
    operations.map(({ name }) => name).toSorted(),
  );
});

test.each(allScenarios)('%s succeeds as the contract says', async (_, scenario) => {
  const { send } = await prepared(scenario);
  const { status, headers } = await send();

  expect(status).toBe(scenario.operation.success.status);
  if (takesIdempotencyKey(scenario.operation)) expect(headers['x-idempotency-replayed']).toBe('false');
});

describe.each(keyedScenarios)('%s with an Idempotency-Key', (_, scenario) => {
  let control: ReturnType<typeof once> | undefined;
  const onceAlone = () => (control ??= once(scenario));

  test('answers a repeat from its record, changing nothing, and keeps the key apart for another API key of the store', async () => {
    const { world, request, send } = await prepared(scenario);
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
  });

  test('has one effect and one answer for twenty at once', async () => {
    const { world, send } = await prepared(scenario);
    const idempotencyKey = newIdempotencyKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ idempotencyKey })));
    const control = await onceAlone();

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([control.status]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['x-idempotency-replayed'] === 'false')).toHaveLength(1);
    expect(await shapeOf(world.store.id)).toEqual(control.shape);
    expect(await idempotencyRecordsOf(world.store.id)).toHaveLength(1);
  });

  test('has one effect and one answer, whichever AWS call fails, before or after taking effect', async () => {
    const control = await onceAlone();
    for (const moment of ['before', 'after'] as const) await failAtEachCall(scenario, moment, control);
  });
});

/** Fails each AWS call of the request in turn, then sends the same request again. */
async function failAtEachCall(
  scenario: Scenario,
  moment: FaultMoment,
  control: { shape: string[]; status: number },
): Promise<void> {
  for (let target = 0, reached = true; reached; target += 1) {
    const { world, send } = await prepared(scenario);
    const idempotencyKey = newIdempotencyKey();
    const faulty = await watch(
      () => send({ idempotencyKey }),
      (index) => (index === target ? moment : undefined),
    );
    const retry = await send({ idempotencyKey });

    const where = `${moment} call ${target} (${faulty.calls[target]?.command})`;
    // A failure of the service is never the caller's error.
    expect(Math.floor(faulty.result.status / 100), where).not.toBe(4);
    expect(retry.status, where).toBe(control.status);
    if (faulty.result.status < 400) expect(retry.body, where).toEqual(faulty.result.body);
    expect(await shapeOf(world.store.id), where).toEqual(control.shape);
    expect(await idempotencyRecordsOf(world.store.id), where).toHaveLength(1);
    reached = target + 1 < faulty.calls.length;
  }
}
