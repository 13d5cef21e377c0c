import type { ErrorCode } from '../../lib/schema/errors.ts';

/** What to do about each code, where a row of an error table does not say more. */
export const remedies: Readonly<Record<ErrorCode | 'PAYLOAD_TOO_LARGE', string>> = {
  MISSING_FIELD: 'Send what the message names.',
  INVALID_JSON: 'Send one JSON object in UTF-8.',
  INVALID_FIELD: 'Correct what the message names; the same request would be refused again.',
  INVALID_REQUEST_ERROR: 'Correct the parameter that the message names.',
  UNAUTHORIZED: 'Send `Authorization: Bearer <API key>` with a key that has not been revoked.',
  FORBIDDEN: 'Use a key with the permission `Write`. A request that needs only `Read` was kept out by the firewall.',
  NOT_FOUND: 'Check the id, and that the key is of the store that has the record.',
  DUPLICATE: 'Choose another value, or use the record that has this one.',
  IDEMPOTENCY_KEY_REUSED: 'Make a new key for a new request; repeat a request byte for byte with its old one.',
  RATE_LIMIT_EXCEEDED: 'Wait for the seconds in `Retry-After`, then try again.',
  LIST_ERROR: 'Try again with growing pauses.',
  CREATE_ERROR: 'Try again with growing pauses and the same `Idempotency-Key`.',
  UPDATE_ERROR: 'Try again with growing pauses and the same `Idempotency-Key`.',
  DELETE_ERROR: 'Try again with growing pauses; a 404 then means that it is done.',
  GET_ERROR: 'Try again with growing pauses.',
  INTERNAL_ERROR:
    'Try again with growing pauses and the same `Idempotency-Key`; report the `X-Request-Id` if it stays.',
  PAYLOAD_TOO_LARGE: 'Send less, or upload straight to the bucket.',
};
