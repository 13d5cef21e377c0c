/** Every refusal an operation can give: its own rows, the chain's and the gateway's. */
import type * as z from 'zod/mini';
import { type GatewayError, gatewayErrors } from '../../../lib/resources/gateway-errors.ts';
import { missingAreaMessage } from '../../../lib/resources/stores/rules.ts';
import { type BrokenRule, type ErrorCode, type ErrorRow, errorStatus, refusalOf } from '../../../lib/schema/errors.ts';
import { tableOf } from '../../../lib/schema/field.ts';
import { missingIdMessage, type Resource } from '../../../lib/schema/ids.ts';
import { limits } from '../../../lib/schema/limits.ts';
import {
  codeOfQuery,
  type Operation,
  replays,
  requiredKeyMessage,
  takesIdempotencyKey,
} from '../../../lib/schema/operation.ts';

export interface Refusal {
  status: number;
  code: keyof typeof remedies;
  message: string;
  when: string;
}

/** By status, the operation's own rows first; of two rows with one code and message the first stays. */
export const errorsOf = (operation: Operation): Refusal[] =>
  inOrder([...ownRows(operation), ...gatewayRows(operation)]);

/** The refusals by the operation's handler, without those of the gateway. */
export const errorsOfHandler = (operation: Operation): Refusal[] => inOrder(ownRows(operation));

function ownRows(operation: Operation): Refusal[] {
  const own = operation.errors.map((row) => rowOf(operation, row));
  return [...own, ...chainRows(operation, own)].map(ofCatalog);
}

/** A row of an operation's error table, with the code and the message of the rule that it breaks. Throws an Error if it breaks none. */
export function rowOf(operation: Operation, row: ErrorRow | BrokenRule): ErrorRow {
  const { name, body, query } = operation;
  if ('code' in row) return row;
  const result = row.query ? query?.safeParse(row.query) : body?.safeParse({ ...exampleOf(body), ...row.body });
  if (!result?.error) throw new Error(`A row of ${name} breaks no rule: ${JSON.stringify(row)}`);
  const { issues } = result.error;
  const { code, message } = refusalOf(issues, row.query ? codeOfQuery(operation, issues) : 'INVALID_FIELD');
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

const ofCatalog = ({ code, message, when }: ErrorRow): Refusal => ({
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
    !!body && { code: 'INVALID_JSON', message: 'Invalid JSON body', when: 'the body is not a JSON object' },
    !!query &&
      !own.some(({ code }) => code === invalidQuery) && {
        code: invalidQuery,
        message: 'limit must be between 1 and 100',
        when: 'a query parameter breaks a rule',
      },
    !!upload && {
      code: 'MISSING_FIELD',
      message: `${upload.field} is required`,
      when: 'the file is missing, or the body is incomplete',
    },
    { code: 'UNAUTHORIZED', message: 'Authentication required', when: 'the Authorization header is missing' },
    {
      code: 'UNAUTHORIZED',
      message: 'Send the API key as Authorization: Bearer sk_...',
      when: 'the Authorization header has a scheme other than Bearer, or none',
    },
    { code: 'UNAUTHORIZED', message: 'Invalid API key', when: 'the API key is malformed, unknown or revoked' },
    permission !== 'Any' && {
      code: 'FORBIDDEN',
      message: 'Insufficient permissions',
      when: "the API key lacks the operation's permission",
    },
    ...areaRows(operation),
    (identifiers.length > 0 || !!operation.switch) && {
      code: 'NOT_FOUND',
      message: notFound ?? 'Resource not found',
      when: 'an id is malformed or unknown in this store',
    },
    { code: 'RATE_LIMIT_EXCEEDED', message: 'Rate limit exceeded', when: 'the API key has reached its rate limit' },
    {
      code: 'INTERNAL_ERROR',
      message: 'Internal server error',
      ...failure,
      when: 'the operation failed unexpectedly',
    },
    !!operation.requiresIdempotencyKey && {
      code: 'MISSING_FIELD',
      message: requiredKeyMessage,
      when: 'the request has no `Idempotency-Key`',
    },
    takesIdempotencyKey(operation) && longKey,
    replays(operation) && usedKey,
    ...(permission === 'Storefront' ? storefrontRows(operation) : []),
  ];
  return rows.filter((row) => row !== false);
}

/** Refusals of a key that is limited to other areas than those of the operation and of what it expands. */
function areaRows({ area, expand = {} }: Operation): ErrorRow[] {
  const when = 'the API key is limited to other areas';
  const expanded = Object.entries(expand).map(
    ([name, needed]) => [needed, `\`expand\` contains \`${name}\`, and ${when}`] as const,
  );
  return [[area, when] as const, ...expanded].flatMap(([needed, when]) =>
    needed ? [{ code: 'FORBIDDEN', message: missingAreaMessage(needed), when }] : [],
  );
}

/** Refusals of every storefront function. Their own rows contain only the rest. */
function storefrontRows({ body }: Operation): ErrorRow[] {
  const issues = body?.safeParse({}).error?.issues ?? [];
  return [
    ...(issues.length > 0 ? [{ ...errorOf(issues), when: 'a required field is absent or null' }] : []),
    {
      code: 'INVALID_FIELD',
      message: 'store_id must be the store of the API key',
      when: '`store_id` is sent and names another store. Other fields that break a rule have the same code and their own message',
    },
    { code: 'NOT_FOUND', message: 'Resource not found', when: 'an id is unknown in this store' },
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

const longKey: ErrorRow = {
  code: 'INVALID_FIELD',
  message: `Idempotency-Key must be at most ${limits.idempotencyKey} characters`,
  when: 'the idempotency key is too long',
};

const usedKey: ErrorRow = {
  code: 'IDEMPOTENCY_KEY_REUSED',
  message: 'Idempotency-Key was used with a different request',
  when: 'the idempotency key belongs to another request',
};

function gatewayRows({ body, upload }: Operation): Refusal[] {
  const row = ({ status, code, message }: GatewayError, when: string): Refusal => ({ status, code, message, when });
  return [
    row(gatewayErrors.malformed, 'the gateway cannot read the request'),
    row(gatewayErrors.blocked, 'the firewall, if there is one, blocked the request'),
    row(gatewayErrors.failure, 'the service failed unexpectedly'),
    ...(body || upload ? [row(gatewayErrors.payloadTooLarge, 'the body is larger than the gateway accepts')] : []),
  ];
}

/** The advice for a row. Storefront functions have no idempotency keys, and shoppers should see the reason of a refusal. */
export function adviceOn({ permission }: Operation, { code, message }: Pick<Refusal, 'code' | 'message'>): string {
  if (permission !== 'Storefront') return remedies[code];
  if (code === 'INTERNAL_ERROR') {
    return 'Retry the same request with exponential backoff: it takes effect only once. Report the `X-Request-Id` if it fails again.';
  }
  if (code === 'FORBIDDEN' && message !== 'Insufficient permissions') {
    return 'Show the message to the shopper. A retry would be refused again.';
  }
  return remedies[code];
}

/** The advice for each code. */
export const remedies: Readonly<Record<ErrorCode | 'PAYLOAD_TOO_LARGE', string>> = {
  MISSING_FIELD: 'Add the field named in the message.',
  INVALID_JSON: 'Send one JSON object in UTF-8.',
  INVALID_FIELD: 'Correct the field named in the message.',
  INVALID_REQUEST_ERROR: 'Correct the parameter named in the message.',
  UNAUTHORIZED: 'Send `Authorization: Bearer <API key>` with a key that has not been revoked.',
  FORBIDDEN:
    'Use a key that has the required permission and area. If the key has both, the firewall blocked the request.',
  NOT_FOUND: 'Check the id, and check that the key belongs to the store of the record.',
  DUPLICATE: 'Choose another value, or use the existing record.',
  IDEMPOTENCY_KEY_REUSED:
    'Use a new key for each new request. To retry, send the same body, byte for byte, with the same key.',
  RATE_LIMIT_EXCEEDED: 'Wait for the number of seconds in `Retry-After`, then retry.',
  LIST_ERROR: 'Retry with exponential backoff.',
  CREATE_ERROR: 'Retry with exponential backoff and the same `Idempotency-Key`.',
  UPDATE_ERROR: 'Retry with exponential backoff and the same `Idempotency-Key`.',
  DELETE_ERROR: 'Retry with exponential backoff. A 404 then means success.',
  GET_ERROR: 'Retry with exponential backoff.',
  INTERNAL_ERROR:
    'Retry with exponential backoff and the same `Idempotency-Key`. Report the `X-Request-Id` if it fails again.',
  PAYLOAD_TOO_LARGE: 'Send a smaller body, or upload directly to the bucket.',
};
