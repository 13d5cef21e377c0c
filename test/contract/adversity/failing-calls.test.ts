/** What every write inherits from the chain: whichever call to AWS fails, the same sent again has one effect and one answer. */
import { describe, expect, test } from 'vitest';
import { type InvocationScenario, invocationScenarios, keyedScenarios, type Scenario } from '../../requests/all.ts';
import { type FaultMoment, watch } from '../../support/aws/aws-calls.ts';
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

describe('has one effect and one answer, whichever AWS call fails, before or after taking effect', () => {
  const moments = ['before', 'after'] as const;

  test.each(keyedScenarios)('%s with an Idempotency-Key', async (_, scenario) => {
    const control = await requestedOnce(scenario);
    for (const moment of moments) await failEachCallOfRequest(scenario, moment, control);
  });

  test.each(invocationScenarios.filter(isRepeatable).map(namedInvocation))('%s', async (_, scenario) => {
    const { content } = await invokedOnce(scenario);
    for (const moment of moments) await failEachCallOfInvocation(scenario, moment, content);
  });
});

/** Fails each AWS call of the request in turn, then sends the same request again. */
async function failEachCallOfRequest(
  scenario: Scenario,
  moment: FaultMoment,
  control: { shape: string[]; status: number },
): Promise<void> {
  for (let target = 0, reached = true; reached; target += 1) {
    const { world, send } = await preparedRequest(scenario);
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

/** Fails each AWS call of the invocation in turn, then invokes again. */
async function failEachCallOfInvocation(
  scenario: InvocationScenario,
  moment: FaultMoment,
  content: string[],
): Promise<void> {
  for (let target = 0, reached = true; reached; target += 1) {
    const { store, send } = await preparedInvocation(scenario);
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
