import * as z from 'zod/mini';
import type { BrokenRule } from './errors.ts';
import { field, shownOf } from './field.ts';
import { mustBeId, publicId, type Resource, replyId, resources } from './ids.ts';
import { limits } from './limits.ts';
import type { RawIssue } from './text.ts';
import { integer } from './values.ts';

const hasMoreWords =
  'Whether another page follows. If `true`, request it with `after` set to the `id` of the last item in `data`.';

interface ListRule {
  /** The items of the page and their order: `reviews, newest first`. */
  of: string;
  /** The description of `has_more`, if it differs from other lists. */
  hasMore?: string;
}

/** The contract's list envelope of an object. */
export const listOf = <T extends z.ZodMiniType>(item: T, rule: ListRule) => shownOf(envelopeOf(item, rule));

const envelopeOf = <T extends z.ZodMiniType>(item: T, { of, hasMore = hasMoreWords }: ListRule) => ({
  data: field({ shown: z.array(item), words: `One page of ${of}; may be empty.`, example: [] }),
  has_more: field({ shown: z.boolean(), words: hasMore, example: false }),
});

/**
 * The list envelope of a list with filters that are applied after reading. If a page ends because the request has read enough, `next_after`
 * continues the list, even after an empty page.
 */
export function filteredListOf<T extends z.ZodMiniType>(item: T, { of, resource }: { of: string; resource: Resource }) {
  return shownOf({
    ...envelopeOf(item, { of }),
    next_after: field({
      shown: z.optional(replyId(resource)),
      words:
        'The `after` of the next page, in place of the `id` of the last item. Present only if a request with several filters ends before its page is full; `data` may then be empty.',
      example: undefined,
    }),
  });
}

/** The words and examples of the parameters of a page. */
const pageFields = (resource: Resource, usual: number = limits.pageDefault) => ({
  after: {
    words: `Cursor: the \`id\` of the last ${resources[resource].noun} of the previous page. Omit it for the first page.`,
    example: undefined,
  },
  limit: {
    words: `Maximum number of items to return, 1 to 100. If omitted, ${usual}.`,
    example: undefined,
  },
});

const wrongLimit = `limit must be between 1 and ${limits.pageMaximum}`;

/** The row of the error table for a page that breaks a rule. */
export const wrongPage: BrokenRule = {
  query: { limit: String(limits.pageMaximum + 1) },
  when: 'a query parameter breaks a rule',
};

interface PageRule {
  resource: Resource;
  /** Message for a malformed `after`; default `after must be a … ID`. */
  after?: string;
  /** Message for a `limit` that is not an integer from 1 to 100, or a function of the given value. */
  limit?: string | ((given: string) => string);
}

/**
 * The query parameters of a paginated list: `after`, a cursor, and `limit`, 1 to 100, default 10. Query parameters
 * arrive as strings; an empty one counts as absent, and a repeated one arrives as an array.
 */
export function page({ resource, after = mustBeId('after', resource), limit = wrongLimit }: PageRule) {
  const limitMessage = (issue: RawIssue) => (typeof limit === 'string' ? limit : limit(String(issue.input)));
  const given = z.string({ error: limitMessage }).check(
    z.refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= limits.pageMaximum, {
      error: limitMessage,
    }),
    z.meta({ type: 'integer', minimum: 1, maximum: limits.pageMaximum }),
  );
  const said = pageFields(resource);
  return {
    after: field({ ...said.after, input: z.optional(publicId(resource, { required: after, wrong: after })) }),
    limit: field({
      ...said.limit,
      input: z.pipe(z._default(given, String(limits.pageDefault)), z.transform(Number)),
    }),
  };
}

interface PayloadPageRule {
  resource: Resource;
  /** The value of an omitted `limit`; default 10. */
  limit?: number;
}

/** Like `page`, but in the JSON payload of a function, where null means omitted. */
export function payloadPage({ resource, limit: usual = limits.pageDefault }: PayloadPageRule) {
  const after = mustBeId('after', resource);
  const rule = { label: 'limit', min: 1, max: limits.pageMaximum, outside: wrongLimit, wrongType: wrongLimit };
  const said = pageFields(resource, usual);
  return {
    after: field({
      ...said.after,
      input: z.pipe(
        z.nullish(publicId(resource, { required: after, wrong: after })),
        z.transform((id) => id ?? undefined),
      ),
    }),
    limit: field({
      ...said.limit,
      input: z.pipe(
        z.nullish(integer(rule)),
        z.transform((limit) => limit ?? usual),
      ),
    }),
  };
}
