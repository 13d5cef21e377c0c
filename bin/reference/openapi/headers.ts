import { neverStored, type Operation, takesIdempotencyKey } from '../../../lib/schema/operation.ts';
import type { JsonSchema } from './json-schema.ts';
import type { OpenApiHeader } from './types.ts';

const header = (description: string, required: boolean, schema: JsonSchema): OpenApiHeader => ({
  description,
  required,
  schema,
});

/** The headers of an operation's response with a status. What the gateway itself refuses has a request id alone, and is not kept either. */
export function responseHeaders(operation: Operation, status: number): Record<string, OpenApiHeader> {
  const succeeded = status < 400;
  const counted = succeeded || status === 409;
  const count: JsonSchema = { type: 'integer', minimum: 0 };
  return {
    'X-Request-Id': header('Names the request in the logs of the service; quote it when you report a failure.', true, {
      type: 'string',
    }),
    'Cache-Control': header('No reply may be kept: it may hold codes, addresses and links.', true, {
      type: 'string',
      const: neverStored['Cache-Control'],
    }),
    ...(status === 401 || status === 413
      ? {}
      : {
          'X-Ratelimit-Limit': header(
            operation.permission === 'Storefront'
              ? 'Requests that the API key may make in a window: ten times as many as other keys of the store.'
              : 'Requests that the API key may make in a window: 600 in 60 seconds unless the store has a limit of its own.',
            counted,
            count,
          ),
          'X-Ratelimit-Remaining': header(
            'Requests that are left in the window; at 0 the next one is answered 429.',
            counted,
            count,
          ),
          'X-Ratelimit-Reset': header(
            'When the window ends and the count starts again: a Unix timestamp in seconds.',
            counted,
            count,
          ),
        }),
    ...(takesIdempotencyKey(operation)
      ? {
          'X-Idempotency-Replayed': header(
            '`true` where this is the stored reply to an earlier request with the same `Idempotency-Key` and nothing was done again; `false` where the request was carried out.',
            counted,
            {
              type: 'string',
              enum: ['true', 'false'],
            },
          ),
        }
      : {}),
    ...(status < 300
      ? {
          'X-Unknown-Fields': header(
            'Up to 10 fields of the body and query parameters (as `?name`) that this operation does not have and ignored, separated by commas; absent if there are none.',
            false,
            {
              type: 'string',
              pattern: '^\\??[A-Za-z0-9_-]{1,64}(, \\??[A-Za-z0-9_-]{1,64})*$',
              examples: ['recipient, ?limt'],
            },
          ),
        }
      : {}),
    ...(status === 400 || status === 409
      ? {
          'X-Error-Field': header(
            'Every wrong field, separated by commas: a nested one as `order.lines[2].quantity`, a query parameter as `?limit`, a header by its name; absent if the error is about none.',
            false,
            { type: 'string', examples: ['first_name, zip'] },
          ),
        }
      : {}),
    ...(status >= 400
      ? {
          Link: header('The page that explains the code and says what to do.', true, {
            type: 'string',
            pattern: '^</docs/errors\\.html#[A-Z_]+>; rel="help"$',
            examples: ['</docs/errors.html#MISSING_FIELD>; rel="help"'],
          }),
        }
      : {}),
    ...(status === 401
      ? {
          'WWW-Authenticate': header('Always `Bearer`: send the API key as a bearer token.', true, {
            type: 'string',
            const: 'Bearer',
          }),
        }
      : {}),
    ...(status === 429
      ? {
          'Retry-After': header('Seconds to wait before the next request: until the window ends.', true, {
            type: 'integer',
            minimum: 1,
          }),
        }
      : {}),
  };
}
