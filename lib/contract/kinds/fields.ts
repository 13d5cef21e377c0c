/**
 * The kinds of value the contract's bodies and queries are made of. Each builder returns a zod schema whose messages are
 * the contract's own words, so a schema is at once the type, the check, the message and the OpenAPI component.
 * Messages that end in "is required" are `MISSING_FIELD`, all others `INVALID_FIELD` (contract, "Errors").
 */
import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { isMailAddress } from './mail-address.ts';

interface RawIssue {
  input?: unknown;
}

const absent = (issue: RawIssue): boolean => issue.input === undefined || issue.input === null;

function message(required: string, wrongType: string) {
  return (issue: RawIssue) => (absent(issue) ? required : wrongType);
}

/** Number of Unicode code points, the contract's unit of length (decisions, "Values"). */
export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

const storable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

interface TextRule {
  /** The field as it begins its messages. */
  label: string;
  max: number;
  /** Shortest accepted length; an empty string counts as absent where it is 1 and `required` is set. */
  min?: number;
  /** Message when it is absent; default `<label> is required`. */
  required?: string;
  /** Message when it is too long or too short. */
  tooLong?: string;
}

/** A string of `min` to `max` code points: absent, null or (with `min` of 1) empty is "is required". */
export function text({ label, max, min = 1, required = `${label} is required`, tooLong }: TextRule) {
  const length = tooLong ?? `${label} must be ${max} characters or fewer`;
  return z.string({ error: message(required, `${label} must be a string`) }).check(
    z.refine((value) => min === 0 || value !== '', { error: required, abort: true }),
    // Length in UTF-16 units first, so that a megabyte is refused without walking it.
    z.refine((value) => value.length <= 2 * max && codePoints(value) <= max, { error: length, abort: true }),
    z.refine(storable, { error: `${label} must be valid Unicode text` }),
    z.meta({ minLength: min, maxLength: max }),
  );
}

/** A string that may be left out, null or empty. */
export function optionalText(rule: Omit<TextRule, 'min' | 'required'>) {
  return z.nullish(text({ ...rule, min: 0 }));
}

interface IntegerRule {
  label: string;
  min: number;
  max?: number;
  /** Message when it lies outside `min` to `max`. */
  outside: string;
  /** Message when it is absent; default `<label> is required`. */
  required?: string;
  /** Message when it is no integer. */
  wrongType?: string;
}

/** A safe integer from `min` to `max`. */
export function integer({
  label,
  min,
  max = Number.MAX_SAFE_INTEGER,
  outside,
  required = `${label} is required`,
  wrongType = `${label} must be an integer`,
}: IntegerRule) {
  return z
    .int({ error: message(required, wrongType) })
    .check(z.gte(min, { error: outside }), z.lte(max, { error: outside }));
}

export function optionalBoolean(label: string) {
  return z.nullish(z.boolean({ error: `${label} must be a boolean` }));
}

/** One of a few words. */
export function oneOf<const T extends readonly [string, ...string[]]>(
  words: T,
  messages: { required: string; wrong: string },
) {
  return z.enum(words, { error: message(messages.required, messages.wrong) });
}

/** An address that a mail can be sent to; `empty` is the message for an empty string. */
export function mailAddress(label: string, empty = `${label} must be an email address`) {
  const wrong = `${label} must be an email address`;
  return z
    .string({ error: message(`${label} is required`, wrong) })
    .check(
      z.refine(isMailAddress, { error: ({ input }) => (input === '' ? empty : wrong) }),
      z.meta({ format: 'email' }),
    );
}

/** A currency's code (ISO 4217). */
export function currencyCode(label: string) {
  const wrong = `${label} must be an ISO 4217 code`;
  return z.string({ error: message(`${label} is required`, wrong) }).check(z.regex(/^[A-Z]{3}$/, { error: wrong }));
}

/** The prefixes of public ids (contract, "Public identifiers"; `sto_`, `key_` and `upl_` from the decisions). */
export const idPrefix = {
  customer: 'cus',
  address: 'cad',
  giftOption: 'gft',
  image: 'img',
  site: 'sit',
  review: 'rev',
  product: 'pro',
  variant: 'prv',
  digitalFile: 'pdf',
  giftCard: 'gcd',
  giftCardTransaction: 'gct',
  order: 'ord',
  store: 'sto',
  apiKey: 'key',
  upload: 'upl',
} as const;

export type Resource = keyof typeof idPrefix;

/**
 * Whether a string is a well-formed public id of a resource: prefix, `_`, 1 to 64 characters of `[A-Za-z0-9]`.
 * (decisions, "Values")
 */
export function isPublicId(resource: Resource, value: unknown): value is string {
  return typeof value === 'string' && idPattern(resource).test(value);
}

export function idPattern(resource: Resource): RegExp {
  return new RegExp(`^${idPrefix[resource]}_[A-Za-z0-9]{1,64}$`);
}

/** A public id of a resource. */
export function publicId(resource: Resource, messages: { required: string; wrong: string }) {
  return z
    .string({ error: message(messages.required, messages.wrong) })
    .check(z.regex(idPattern(resource), { error: messages.wrong }));
}

/** A public id in a field of a payload, its messages made from the field's name: `site_id must be a site ID`. */
export function id(name: string, resource: Resource, noun: string) {
  return publicId(resource, { required: `${name} is required`, wrong: `${name} must be ${noun} ID` });
}

const rfc3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Milliseconds since 1970 of an RFC 3339 time of the years 1 to 9999 in any offset, or undefined. */
export function parseRfc3339(value: string): number | undefined {
  if (!rfc3339.test(value)) return undefined;
  const upper = value.toUpperCase();
  // A day the month lacks rolls over in Date.parse, and a leap second is unknown to it.
  const day = new Date(`${upper.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== upper.slice(0, 10)) return undefined;
  const milliseconds = Date.parse(upper.replace(/:60(?=[.Z+-])/, ':59'));
  const year = new Date(milliseconds).getUTCFullYear();
  return year >= 1 && year <= 9999 ? milliseconds : undefined;
}

/** An RFC 3339 time in any offset, normalised to the contract's shape, fraction dropped (decisions, "Values"). */
export function timestampInput(label: string, wrong = `${label} must be an RFC 3339 time`) {
  return z.pipe(
    z.string({ error: message(`${label} is required`, wrong) }).check(
      z.refine((value) => parseRfc3339(value) !== undefined, { error: wrong, abort: true }),
      z.meta({ format: 'date-time' }),
    ),
    z.transform((value) => `${new Date(parseRfc3339(value) ?? 0).toISOString().slice(0, 19)}Z`),
  );
}

/** `YYYY-MM-DDThh:mm:ssZ`, as every timestamp is stored and returned. */
export const timestamp = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/), z.meta({ format: 'date-time' }));

/** A public id as it stands in a reply. */
export function replyId(resource: Resource) {
  return z.string().check(z.regex(idPattern(resource)));
}

/** The contract's list envelope of an object. */
export function listOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ data: z.array(item), has_more: z.boolean() });
}

interface PageRule {
  resource: Resource;
  /** Message for a malformed `after`. */
  after: string;
  /** Message for a `limit` that is no integer from 1 to 100, or a choice by what is wrong with it. */
  limit?: string | ((given: string) => string);
}

/**
 * The query parameters of a paginated list: `after`, a cursor, and `limit`, 1 to 100, default 10. Query parameters
 * arrive as strings, an empty one as if absent, a repeated one as an array.
 */
export function page({ resource, after, limit = 'limit must be between 1 and 100' }: PageRule) {
  const limitMessage = (issue: RawIssue) => (typeof limit === 'string' ? limit : limit(String(issue.input)));
  return {
    after: z.optional(publicId(resource, { required: after, wrong: after })),
    limit: z.pipe(
      z._default(
        z.string({ error: limitMessage }).check(
          z.refine((given) => /^\d{1,9}$/.test(given) && Number(given) >= 1 && Number(given) <= limits.pageMaximum, {
            error: limitMessage,
          }),
          z.meta({ type: 'integer', minimum: 1, maximum: limits.pageMaximum }),
        ),
        String(limits.pageDefault),
      ),
      z.transform(Number),
    ),
  };
}

interface PayloadPageRule {
  resource: Resource;
  /** Message for a malformed `after`. */
  after: string;
  /** What `limit` is where it is left out; default 10. */
  limit?: number;
}

/** The same in the payload of a function: JSON, where null stands for what is left out. */
export function payloadPage({ resource, after, limit: usual = limits.pageDefault }: PayloadPageRule) {
  const wrongLimit = `limit must be between 1 and ${limits.pageMaximum}`;
  const rule = { label: 'limit', min: 1, max: limits.pageMaximum, outside: wrongLimit, wrongType: wrongLimit };
  return {
    after: z.pipe(
      z.nullish(publicId(resource, { required: after, wrong: after })),
      z.transform((id) => id ?? undefined),
    ),
    limit: z.pipe(
      z.nullish(integer(rule)),
      z.transform((limit) => limit ?? usual),
    ),
  };
}
