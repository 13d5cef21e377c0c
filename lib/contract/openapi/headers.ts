import { type Operation, takesIdempotencyKey } from '../kinds/operation.ts';
import type { JsonSchema } from './json-schema.ts';

export interface OpenApiHeader {
  description: string;
  required: boolean;
  schema: JsonSchema;
}

const header = (description: string, required: boolean, schema: JsonSchema): OpenApiHeader => ({
  description,
  required,
  schema,
});

/** The headers of an operation's response with a status. What the gateway itself refuses has a request id alone. */
export function responseHeaders(operation: Operation, status: number): Record<string, OpenApiHeader> {
  const succeeded = status < 400;
  const counted = succeeded || status === 409;
  const count: JsonSchema = { type: 'integer', minimum: 0 };
  return {
    'X-Request-Id': header('Names the request in the logs', true, { type: 'string' }),
    ...(status === 401 || status === 413
      ? {}
      : {
          'X-Ratelimit-Limit': header('Requests the API key may make in a window', counted, count),
          'X-Ratelimit-Remaining': header('Requests left in the window', counted, count),
          'X-Ratelimit-Reset': header('When the window ends, in seconds since 1970', counted, count),
        }),
    ...(takesIdempotencyKey(operation)
      ? {
          'X-Idempotency-Replayed': header('Whether this is the reply to an earlier request', counted, {
            type: 'string',
            enum: ['true', 'false'],
          }),
        }
      : {}),
    ...(status === 401
      ? { 'WWW-Authenticate': header('How to authenticate', true, { type: 'string', const: 'Bearer' }) }
      : {}),
    ...(status === 429
      ? { 'Retry-After': header('Seconds until the window ends', true, { type: 'integer', minimum: 1 }) }
      : {}),
  };
}
