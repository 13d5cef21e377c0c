/** The types of the chain hold the order of its links: a wrong one does not compile, which `tsc` checks in this file. */
import { expect, test } from 'vitest';
import { admission } from '../../../lib/chain/authentication.ts';
import { chain } from '../../../lib/chain/chain.ts';
import { query } from '../../../lib/chain/endpoint.ts';
import { httpCodec } from '../../../lib/chain/http-codec.ts';
import { idempotency } from '../../../lib/chain/idempotency.ts';
import { validation } from '../../../lib/chain/validation.ts';
import { getReview as operation } from '../../../lib/resources/reviews/operations.ts';

const opened = () => chain(operation, httpCodec());

test('each link comes after those that add what it needs', () => {
  const admitted = opened().use(admission(operation));

  expect(admitted.use(validation(operation)).use(idempotency(operation))).toBeDefined();
  // @ts-expect-error: it needs the store, which admission reads
  opened().use(validation(operation)).use(admission(operation)).use(idempotency(operation));
  // @ts-expect-error: it needs the path, which validation reads
  admitted.use(idempotency(operation));
  // @ts-expect-error: what an endpoint does inside needs the input
  admitted.handler(async ({ body }) => ({ status: 200, body }));
  // @ts-expect-error: only an upload receives a file
  query(operation, async ({ receive }) => ({ status: 200, body: receive }));
});
