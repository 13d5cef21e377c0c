/** Every refusal an operation can give: its own rows, the chain's and the gateway's. */
import type * as z from 'zod/mini';
import { type GatewayError, gatewayErrors } from '../../../lib/resources/gateway-errors.ts';
import { type BrokenRule, type ErrorCode, type ErrorRow, errorStatus, refusalOf } from '../../../lib/schema/errors.ts';
import { tableOf } from '../../../lib/schema/field.ts';
import { missingIdMessage, type Resource } from '../../../lib/schema/ids.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { type Operation, takesIdempotencyKey } from '../../../lib/schema/operation.ts';

export interface Refusal {
  status: number;
  code: keyof typeof remedies;
  message: string;
  when: string;
}

/** By status, the operation's own rows first; of two rows with one code and message the first stays. */
export const errorsOf = (operation: Operation): Refusal[] =>
  inOrder([...ownRows(operation), ...gatewayRows(operation)]);

/** Those that the operation's handler answers: the gateway's own are left out. */
export const errorsOfHandler = (operation: Operation): Refusal[] => inOrder(ownRows(operation));

function ownRows(operation: Operation): Refusal[] {
  const own = operation.errors.map((row) => rowOf(operation, row));
  return [...own, ...chainRows(operation, own)].map(ofCatalogue);
}

/** A row of an operation's error table, with the code and the message of the rule that it breaks. Throws an Error if it breaks none. */
export function rowOf({ name, body, query, invalidQuery }: Operation, row: ErrorRow | BrokenRule): ErrorRow {
  if ('code' in row) return row;
  const result = row.query ? query?.safeParse(row.query) : body?.safeParse({ ...exampleOf(body), ...row.body });
  if (!result?.error) throw new Error(`A row of ${name} breaks no rule: ${JSON.stringify(row)}`);
  const { code, message } = refusalOf(result.error.issues, (row.query && invalidQuery) ?? 'INVALID_FIELD');
  return { code, message, when: row.when };
}

const exampleOf = (body: z.ZodMiniType): object =>
  Object.fromEntries(Object.entries(tableOf(body)?.fields ?? {}).map(([name, { example }]) => [name, example]));

function inOrder(rows: readonly Refusal[]): Refusal[] {
  const seen = new Set<string>();
  return rows
    .filter(({ status, code, message }) => {
      const identity = `${status} ${code} ${message}`;
      return !seen.has(identity) && seen.add(identity);
    })
    .toSorted((a, b) => a.status - b.status);
}

const ofCatalogue = ({ code, message, when }: ErrorRow): Refusal => ({
  status: errorStatus[code],
  code,
  message,
  when,
});

function chainRows(operation: Operation, own: readonly ErrorRow[]): ErrorRow[] {
  const { parameters, body, query, upload, notFound, failure, permission } = operation;
  const invalidQuery = operation.invalidQuery ?? 'INVALID_FIELD';
  const identifiers = Object.values<Resource>(parameters);
  const rows: (ErrorRow | false)[] = [
    ...identifiers.map(missingId),
    !!body && { code: 'INVALID_JSON', message: 'Invalid JSON body', when: 'the body is no JSON object' },
    !!query &&
      !own.some(({ code }) => code === invalidQuery) && {
        code: invalidQuery,
        message: 'limit must be between 1 and 100',
        when: 'a query parameter breaks a rule',
      },
    !!upload && {
      code: 'MISSING_FIELD',
      message: `${upload.field} is required`,
      when: 'there is no file, or the body is cut short',
    },
    { code: 'UNAUTHORIZED', message: 'Authentication required', when: 'there is no Authorization header' },
    {
      code: 'UNAUTHORIZED',
      message: 'Send the API key as Authorization: Bearer sk_...',
      when: 'the Authorization header has a scheme other than Bearer, or none',
    },
    { code: 'UNAUTHORIZED', message: 'Invalid API key', when: 'the API key is malformed, unknown or revoked' },
    (permission === 'Write' || permission === 'Storefront') && {
      code: 'FORBIDDEN',
      message: 'Insufficient permissions',
      when: "the API key lacks the operation's permission",
    },
    (identifiers.length > 0 || !!operation.switch) && {
      code: 'NOT_FOUND',
      message: notFound ?? 'Resource not found',
      when: 'an id is malformed, or names nothing of this store',
    },
    { code: 'RATE_LIMIT_EXCEEDED', message: 'Rate limit exceeded', when: 'the API key has used up its window' },
    {
      code: 'INTERNAL_ERROR',
      message: 'Internal server error',
      ...failure,
      when: 'the operation failed unexpectedly',
    },
    ...(takesIdempotencyKey(operation) ? idempotencyRows : []),
    ...(permission === 'Storefront' ? storefrontRows(operation) : []),
  ];
  return rows.filter((row) => row !== false);
}

/** What every storefront function refuses: their own rows name only what is particular to each. */
function storefrontRows({ body }: Operation): ErrorRow[] {
  const issues = body?.safeParse({}).error?.issues ?? [];
  return [
    ...(issues.length > 0 ? [{ ...errorOf(issues), when: 'a required field is absent or null' }] : []),
    {
      code: 'INVALID_FIELD',
      message: 'store_id must be the store of the API key',
      when: '`store_id` is given and names another store; a field that breaks a rule has the same code and a message of its own',
    },
    { code: 'NOT_FOUND', message: 'Resource not found', when: 'an id names nothing of this store' },
  ];
}

const errorOf = (issues: readonly { message: string }[]) => {
  const { code, message } = refusalOf(issues, 'INVALID_FIELD');
  return { code, message };
};

const missingId = (resource: Resource): ErrorRow => ({
  code: 'MISSING_FIELD',
  message: missingIdMessage(resource),
  when: 'the path lacks an id',
});

const idempotencyRows: readonly ErrorRow[] = [
  {
    code: 'INVALID_FIELD',
    message: `Idempotency-Key must be at most ${limits.idempotencyKey} characters`,
    when: 'the idempotency key is too long',
  },
  {
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: 'Idempotency-Key was used with a different request',
    when: 'the idempotency key belongs to another request',
  },
];

function gatewayRows({ body, upload }: Operation): Refusal[] {
  const row = ({ status, code, message }: GatewayError, when: string): Refusal => ({ status, code, message, when });
  return [
    row(gatewayErrors.malformed, 'the gateway cannot read the request'),
    row(gatewayErrors.blocked, 'the firewall keeps the request out, where there is one'),
    row(gatewayErrors.failure, 'the service failed unexpectedly'),
    ...(body || upload ? [row(gatewayErrors.payloadTooLarge, 'the body is larger than the gateway carries')] : []),
  ];
}

/** What to do about a row: the storefront has no idempotency keys, and shows its shoppers why they may not. */
export function adviceOn({ permission }: Operation, { code, message }: Pick<Refusal, 'code' | 'message'>): string {
  if (permission !== 'Storefront') return remedies[code];
  if (code === 'INTERNAL_ERROR') {
    return 'Send the same request again, with exponential backoff: it takes effect once. Report the `X-Request-Id` if it fails again.';
  }
  if (code === 'FORBIDDEN' && message !== 'Insufficient permissions') {
    return 'Show the message to the shopper; the same request would be refused again.';
  }
  return remedies[code];
}

/** What to do about each code, where a row of an error table does not say more. */
export const remedies: Readonly<Record<ErrorCode | 'PAYLOAD_TOO_LARGE', string>> = {
  MISSING_FIELD: 'Add the field that the message names.',
  INVALID_JSON: 'Send one JSON object in UTF-8.',
  INVALID_FIELD: 'Correct the field that the message names.',
  INVALID_REQUEST_ERROR: 'Correct the parameter that the message names.',
  UNAUTHORIZED: 'Send `Authorization: Bearer <API key>` with a key that has not been revoked.',
  FORBIDDEN:
    'Use a key with the permission that the operation needs. If it needs only `Read`, the firewall blocked the request.',
  NOT_FOUND: 'Check the id, and that the key is of the store that has the record.',
  DUPLICATE: 'Choose another value, or use the record that has this one.',
  IDEMPOTENCY_KEY_REUSED:
    'Use a new key for each new request. To retry, send the same body, byte for byte, with the same key.',
  RATE_LIMIT_EXCEEDED: 'Wait for the seconds in `Retry-After`, then send the request again.',
  LIST_ERROR: 'Retry with exponential backoff.',
  CREATE_ERROR: 'Retry with exponential backoff and the same `Idempotency-Key`.',
  UPDATE_ERROR: 'Retry with exponential backoff and the same `Idempotency-Key`.',
  DELETE_ERROR: 'Retry with exponential backoff. A 404 then means success.',
  GET_ERROR: 'Retry with exponential backoff.',
  INTERNAL_ERROR:
    'Retry with exponential backoff and the same `Idempotency-Key`. Report the `X-Request-Id` if it fails again.',
  PAYLOAD_TOO_LARGE: 'Send less, or upload straight to the bucket.',
};
