/** What every write inherits from the chain: whichever call to AWS fails, the same sent again has one effect and one answer. */
import { describe, expect, test } from 'vitest';
import { type InvocationScenario, invocationScenarios, keyedScenarios, type Scenario } from '../../requests/all.ts';
import { type AwsCall, type FaultMoment, momentsOf, watch } from '../../support/aws/aws-calls.ts';
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
  test.each(keyedScenarios)('%s with an Idempotency-Key', async (_, scenario) => {
    const control = await requestedOnce(scenario);
    await failEachCall((failure) => failCallOfRequest(scenario, failure, control));
  });

  test.each(invocationScenarios.filter(isRepeatable).map(namedInvocation))('%s', async (_, scenario) => {
    const { content } = await invokedOnce(scenario);
    await failEachCall((failure) => failCallOfInvocation(scenario, failure, content));
  });
});

interface Failure {
  /** The place of the call among all. */
  target: number;
  moment: FaultMoment;
}

/** Lets each AWS call of some work fail in turn. The work answers with the calls that it has made. */
async function failEachCall(work: (failure: Failure) => Promise<readonly AwsCall[]>): Promise<void> {
  for (let target = 0, made = 1; target < made; target += 1) {
    const calls = await work({ target, moment: 'before' });
    const call = calls[target];
    const more = call && momentsOf(call.command).includes('after') ? await work({ target, moment: 'after' }) : [];
    made = Math.max(calls.length, more.length);
  }
}

const nameOf = ({ target, moment }: Failure, calls: readonly AwsCall[]) =>
  `${moment} call ${target} (${calls[target]?.command})`;

/** Fails an AWS call of the request, then sends the same request again. */
async function failCallOfRequest(
  scenario: Scenario,
  failure: Failure,
  control: { shape: string[]; status: number },
): Promise<readonly AwsCall[]> {
  const { world, send } = await preparedRequest(scenario);
  const idempotencyKey = newIdempotencyKey();
  const { result, calls } = await watch(
    () => send({ idempotencyKey }),
    (index) => (index === failure.target ? failure.moment : undefined),
  );
  const retry = await send({ idempotencyKey });

  const where = nameOf(failure, calls);
  // A failure of the service is never the caller's error.
  expect(Math.floor(result.status / 100), where).not.toBe(4);
  expect(retry.status, where).toBe(control.status);
  if (result.status < 400) expect(retry.body, where).toEqual(result.body);
  expect(await shapeOf(world.store.id), where).toEqual(control.shape);
  expect(await idempotencyRecordsOf(world.store.id), where).toHaveLength(1);
  return calls;
}

/** Fails an AWS call of the invocation, then invokes again. */
async function failCallOfInvocation(
  scenario: InvocationScenario,
  failure: Failure,
  content: string[],
): Promise<readonly AwsCall[]> {
  const { store, send } = await preparedInvocation(scenario);
  const { result, calls } = await watch(send, (index) => (index === failure.target ? failure.moment : undefined));
  const retry = await send();

  const where = nameOf(failure, calls);
  expect(retry, where).not.toHaveProperty('errorType');
  if ('errorType' in result) {
    // A failure of the service is never the caller's error; an attempt at a code that cannot be counted is refused.
    expect(['INTERNAL_ERROR', 'RATE_LIMIT_EXCEEDED'], where).toContain(result.errorType);
  } else {
    expect(lasting(scenario, retry), where).toEqual(lasting(scenario, result));
  }
  expect(await contentOf(store), where).toEqual(content);
  return calls;
}
