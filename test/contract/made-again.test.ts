/** A decision that is made again reads everything again: nothing of the first time is taken for true (design, "What no rule may lean on"). */
import { describe, expect, test } from 'vitest';
import { commitUnitOfWork } from '../../lib/once/unit-of-work.ts';
import { rebuildPublic } from '../../lib/resources/public-reviews/functions.ts';
import { redeliver } from '../../lib/resources/webhooks/functions.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { create, find, rawItem } from '../../lib/table/items.ts';
import { allScenarios, invocationScenarios } from '../requests/all.ts';
import { madeAgain } from '../support/aws/interleave.ts';
import { call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import { newWorld } from '../support/world/world.ts';

/** Who calls is found out once, and so are the secret that keys are checked by and the mark of the deployment's key: what is refused is refused before anything is decided. */
const isOfTheCaller = (name: string): boolean =>
  /^APIKEY#|#STORE STORE$|^DEPLOYMENT SECRET$|^DEPLOYMENTKEY MARK$/.test(name);

const commands = allScenarios.filter(([, { operation }]) => operation.method !== 'GET' && !operation.readOnly);

describe.each(commands)('%s', (_, { operation, prepare }) => {
  test('reads everything again', async () => {
    const world = await newWorld();
    const request = { ...(await prepare(world)), key: world.write, idempotencyKey: newId('upload') };

    const { result, refused, notAgain } = await madeAgain(() => call(operation, request));

    expect(result.status).toBe(operation.success.status);
    expect(refused).toBeGreaterThan(0);
    expect(notAgain.filter((name) => !isOfTheCaller(name))).toEqual([]);
  });
});

/**
 * What redeliver commits is the record of a call that was made: the receiver is not called again to record it. What rebuild-public reads
 * becomes files; it only commits that feeds are due.
 */
const writing = invocationScenarios
  .filter(({ invocable }) => !invocable.readOnly && invocable !== redeliver && invocable !== rebuildPublic)
  .map((scenario) => [scenario.invocable.name, scenario] as const);

describe.each(writing)('%s', (_, { invocable, prepare }) => {
  test('reads everything again', async () => {
    const payload = await prepare(await newWorld());

    const { result, refused, notAgain } = await madeAgain(() => invoke(invocable, payload));

    expect(result).not.toHaveProperty('errorType');
    expect(refused).toBeGreaterThan(0);
    expect(notAgain.filter((name) => !isOfTheCaller(name))).toEqual([]);
  });
});

test('a read outside of a decision is noticed', async () => {
  const key = { pk: newId('store'), sk: 'READ' };

  const { notAgain } = await madeAgain(async () => {
    await find(key, rawItem);
    await commitUnitOfWork({ decide: async () => ({ writes: [create({ ...key, sk: 'WRITTEN' }, {})], reply: true }) });
  });

  expect(notAgain).toEqual([`${key.pk} READ`]);
});
