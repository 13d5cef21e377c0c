import type * as z from 'zod/mini';

/** A record as a reply shows it: the fields of the reply's schema and no others. What a field holds is shown as it is. */
export function show<S extends z.ZodMiniObject>(schema: S, record: z.output<S>): z.output<S> {
  const fields = Object.keys(schema.shape).map((field) => [field, record[field]]);
  return Object.fromEntries(fields) as z.output<S>;
}
