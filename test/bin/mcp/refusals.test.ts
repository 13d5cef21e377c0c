import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../bin/mcp/refusals.ts';
import { errorsOf } from '../../../bin/reference/openapi/errors.ts';
import { ConnectionError, refusalError } from '../../../lib/client/errors.ts';
import { issueGiftCard, listGiftCards } from '../../../lib/resources/gift-cards/operations.ts';
import { operations } from '../../../lib/resources/nouns.ts';

const refusal = (status: number, code: string | undefined, retryAfter?: number) =>
  refusalError({ status, code: code as never, message: 'The message', requestId: 'req_1', retryAfter });

/** What only a client with headers of its own can do. */
const ofHeaders = /Authorization|Idempotency-Key|Retry-After|backoff/;

test.each(operations.map((operation) => [operation.name, operation] as const))(
  'each error of %s has advice that an agent can follow',
  (_, operation) => {
    const advices = errorsOf(operation).map(
      ({ status, code }) => refusalOf(operation, refusal(status, code)).what_to_do,
    );

    expect(advices.filter((advice) => advice === '' || ofHeaders.test(advice))).toEqual([]);
  },
);

describe('an error', () => {
  test('after which a write may have taken effect asks for the same call', () => {
    const errors = [
      new ConnectionError('POST was not answered'),
      refusal(500, 'INTERNAL_ERROR'),
      refusal(502, undefined),
    ];

    for (const error of errors) {
      expect(refusalOf(issueGiftCard, error).what_to_do).toContain('Repeat it with the same arguments');
      expect(refusalOf(listGiftCards, error).what_to_do).toBe('Repeat the call.');
    }
  });

  test('of the rate limit has the time to wait', () => {
    expect(refusalOf(listGiftCards, refusal(429, 'RATE_LIMIT_EXCEEDED', 40)).what_to_do).toContain('Wait 40 seconds');
  });

  test('of another server asks for the base URL', () => {
    expect(refusalOf(listGiftCards, refusal(404, undefined)).what_to_do).toContain('base URL');
  });
});
