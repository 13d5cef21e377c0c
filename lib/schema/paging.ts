import * as z from 'zod/mini';
import { mustBeId, publicId, type Resource } from './ids.ts';
import { limits } from './limits.ts';
import type { RawIssue } from './messages.ts';
import { integer } from './numbers.ts';

/** The contract's list envelope of an object. */
export function listOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ data: z.array(item), has_more: z.boolean() });
}

const wrongLimit = `limit must be between 1 and ${limits.pageMaximum}`;

interface PageRule {
  resource: Resource;
  /** Message for a malformed `after`; default `after must be a … ID`. */
  after?: string;
  /** Message for a `limit` that is no integer from 1 to 100, or a choice by what is wrong with it. */
  limit?: string | ((given: string) => string);
}

/**
 * The query parameters of a paginated list: `after`, a cursor, and `limit`, 1 to 100, default 10. Query parameters
 * arrive as strings, an empty one as if absent, a repeated one as an array.
 */
export function page({ resource, after = mustBeId('after', resource), limit = wrongLimit }: PageRule) {
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
  /** What `limit` is where it is left out; default 10. */
  limit?: number;
}

/** The same in the payload of a function: JSON, where null stands for what is left out. */
export function payloadPage({ resource, limit: usual = limits.pageDefault }: PayloadPageRule) {
  const after = mustBeId('after', resource);
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
