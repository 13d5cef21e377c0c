import type { SendMessageBatchCommandInput } from '@aws-sdk/client-sqs';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sqs } from '../../../lib/queue/send.ts';
import type { CountPlace } from '../../../lib/resources/waitlist/waiting-count-records.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { reconciling } from '../../../lib/work/reconcile-count.ts';
import { onCall } from '../../support/aws/on-call.ts';
import { setClock } from '../../support/world/clock.ts';

const queued: (number | undefined)[] = [];

const end = onCall(sqs, ({ input }, next) => {
  const { Entries = [] }: Partial<SendMessageBatchCommandInput> = input;
  queued.push(...Entries.map(({ DelaySeconds }) => DelaySeconds));
  return next();
});

afterAll(end);

beforeEach(() => void queued.splice(0));

const store = newId('store');

/** The delays, in seconds, of what a change queues that is made at a minute and second. */
async function change(product: string, at: string, place: CountPlace = 'aside'): Promise<(number | undefined)[]> {
  setClock(`2026-01-02T03:${at}Z`);
  const { before, after } = reconciling(store, product, place);
  for (const effect of [...before, ...after]) await effect();
  return queued.splice(0);
}

test('a change counted aside is reconciled at once, and again once its commit has ended for certain', async () => {
  expect(await change(newId('product'), '00:00')).toEqual([70, 0, 1]);
});

test('one reconciliation does for all changes that end before it comes, and never for a later one', async () => {
  const product = newId('product');
  await change(product, '00:00');

  expect(await change(product, '00:01')).toEqual([]);
  expect(await change(product, '00:02')).toEqual([0, 1]);
  expect(await change(product, '00:10')).toEqual([0, 1]);
  expect(await change(product, '00:11')).toEqual([70]);
  expect(await change(product, '01:30')).toEqual([70, 0, 1]);
});

test("another product's reconciliation does not, nor is one needed for a change on the product itself", async () => {
  await change(newId('product'), '00:00');

  expect(await change(newId('product'), '00:00')).toEqual([70, 0, 1]);
  expect(await change(newId('product'), '00:00', 'on product')).toEqual([]);
  expect(await change(newId('product'), '00:00', 'on product, opening it')).toEqual([]);
});
