/** The rules of reviews from another system (Moving in page). */
import { filled } from '../../schema/field.ts';
import { refuseFuture } from '../../schema/import.ts';
import type { ImportedReview } from '../move-in/fields.ts';
import { content } from './fields.ts';
import { type Author, authorName, type ReviewRecord } from './rules.ts';

/** Defaults of fields that a record omits. */
export const defaultsOf = ({ created_at }: ImportedReview) => ({
  title: '',
  body: '',
  verified_purchase: false,
  updated_at: created_at,
});

/** An imported review, without a variant. Throws `INVALID_FIELD` for a time in the future. */
export function importReview(
  said: ImportedReview,
  { id, customer, now }: { id: string; customer: Author; now: string },
): ReviewRecord {
  refuseFuture('created_at', said.created_at, now);
  refuseFuture('updated_at', said.updated_at, now);
  const created_at = said.created_at ?? now;
  const hidden_reason = said.hidden_reason ?? null;
  return {
    id,
    product_id: said.product_id,
    variant_id: '',
    variant_name: '',
    customer_id: customer.id,
    author_name: authorName(customer),
    author_standing: customer.standing,
    ...filled(content, said),
    verified_purchase: said.verified_purchase ?? false,
    hidden_at: hidden_reason === null ? null : now,
    hidden_reason,
    hidden_note: hidden_reason === null ? null : (said.hidden_note ?? null),
    reply: null,
    moderated_by: null,
    created_at,
    updated_at: said.updated_at ?? created_at,
  };
}
