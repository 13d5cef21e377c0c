import { neverStored, type Operation, takesIdempotencyKey } from '../../../lib/schema/operation.ts';
import type { JsonSchema } from './json-schema.ts';
import type { OpenApiHeader } from './types.ts';

const header = (description: string, required: boolean, schema: JsonSchema): OpenApiHeader => ({
  description,
  required,
  schema,
});

/** The headers of an operation's response with a status. Refusals by the gateway itself have no rate limit headers. */
export function responseHeaders(operation: Operation, status: number): Record<string, OpenApiHeader> {
  const succeeded = status < 400;
  const counted = succeeded || status === 409;
  const count: JsonSchema = { type: 'integer', minimum: 0 };
  return {
    'X-Request-Id': header(
      'Id of the request in the logs of the service; include it when you report a failure.',
      true,
      {
        type: 'string',
      },
    ),
    'Cache-Control': header('Do not store replies: they can contain codes, addresses and links.', true, {
      type: 'string',
      const: neverStored['Cache-Control'],
    }),
    ...(status === 401 || status === 413
      ? {}
      : {
          'X-Ratelimit-Limit': header(
            operation.permission === 'Storefront'
              ? 'Requests that the API key may make in a window: ten times the limit of other keys of the store.'
              : 'Requests that the API key may make in a window: 600 in 60 seconds unless the store has its own limit.',
            counted,
            count,
          ),
          'X-Ratelimit-Remaining': header(
            'Remaining requests in the window; at 0, the next request gets a 429.',
            counted,
            count,
          ),
          'X-Ratelimit-Reset': header(
            'When the window ends and the count restarts: a Unix timestamp in seconds.',
            counted,
            count,
          ),
        }),
    ...(takesIdempotencyKey(operation)
      ? {
          'X-Idempotency-Replayed': header(
            '`true` if this is the stored reply to an earlier request with the same `Idempotency-Key`, and nothing was done again; `false` if the request was executed.',
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
            'Up to 10 unknown body fields and query parameters (as `?name`) that were ignored, separated by commas, and headers that resemble `Idempotency-Key`; absent if all are known.',
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
            'All wrong fields, separated by commas: a nested field as `order.lines[2].quantity`, a query parameter as `?limit`, a header by its name; absent if the error is not about a field.',
            false,
            { type: 'string', examples: ['first_name, zip'] },
          ),
        }
      : {}),
    ...(status >= 400
      ? {
          Link: header('Link to the page that explains the code and the remedy.', true, {
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
