/** The rules of the search: what a query can be, which records match it, and the order of the results (Staff console page). */
import { statusOf as statusOfAccount } from '../../ledger/rules.ts';
import { type Resource, resources } from '../../schema/ids.ts';
import { isImportedCode, limits } from '../../schema/limits.ts';
import { decimalOf } from '../../schema/money.ts';
import { type GiftCardRecord, isOfService, normaliseCode } from '../gift-cards/rules.ts';
import { type ReviewRecord, statusOf as statusOfReview } from '../reviews/rules.ts';
import type { StoreCreditRecord } from '../store-credits/rules.ts';
import type { SearchedResource, SearchResult } from './fields.ts';

/** A query that is long enough and has only the characters of a gift card code, of this service or of another system. */
export const isCode = (query: string): boolean => isOfService(query) || isImportedCode(normaliseCode(query));

/** Whether an unknown code counts: a name has no digit. */
export const hasDigit = (query: string): boolean => /\d/.test(query);

/** Whether a query can be the last four characters of a code. */
export const isLast4 = (query: string): boolean => /^[A-Za-z0-9]{4}$/.test(query);

const searched: readonly Resource[] = ['customer', 'product', 'order', 'giftCard', 'review', 'storeCredit'];

/** The type of the record that a query names by its public id, or undefined. */
export const resourceOf = (query: string): SearchedResource | undefined =>
  searched.find(
    (resource): resource is SearchedResource =>
      query.startsWith(`${resources[resource].prefix}_`) && /^[a-z]{3}_[A-Za-z0-9]{1,64}$/.test(query),
  );

/** A result with each of its records in turn, until `atMost` are taken. */
const inTurns = <T>(lists: readonly (readonly T[])[], atMost: number): T[] =>
  Array.from({ length: atMost }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1)))
    .flat()
    .slice(0, atMost);

/** Lists of results; of the lists in one group, each has its turn. */
type Groups = readonly (readonly (readonly SearchResult[])[])[];

/** The best results: group by group, each record once, at most as many as a search returns. */
export function bestOf(groups: Groups): SearchResult[] {
  const byId = new Map<string, SearchResult>();
  for (const result of groups.flatMap((lists) => inTurns(lists, limits.searchResults))) {
    if (!byId.has(result.id)) byId.set(result.id, result);
  }
  return [...byId.values()].slice(0, limits.searchResults);
}

const amountOf = (amount: number, currency: string): string => `${decimalOf(amount, currency)} ${currency}`;

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A customer as a result. */
export function customerResult({ id, email, first_name, last_name }: CustomerNames): SearchResult {
  return { type: 'customer', id, title: `${first_name} ${last_name}`.trim() || email, detail: email };
}

interface CustomerNames {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
}

/** A product as a result. */
export const productResult = ({ id, name, status, variants }: ProductSummary): SearchResult => ({
  type: 'product',
  id,
  title: name,
  detail: `${status}, ${countOf(variants.length, 'variant')}`,
});

interface ProductSummary {
  id: string;
  name: string;
  status: string;
  variants: readonly unknown[];
}

/** An order as a result. */
export const orderResult = ({ id, created_at }: { id: string; created_at: string }): SearchResult => ({
  type: 'order',
  id,
  title: id,
  detail: created_at,
});

/** A gift card as a result, with its status at a time. */
export const cardResult = (card: GiftCardRecord, now: string): SearchResult => ({
  type: 'gift_card',
  id: card.id,
  title: card.last4,
  detail: `${statusOfAccount(card, now)}, ${amountOf(card.balance, card.currency)}`,
});

/** A review as a result. */
export const reviewResult = (review: ReviewRecord): SearchResult => ({
  type: 'review',
  id: review.id,
  title: review.title || review.id,
  detail: `${statusOfReview(review)}, ${countOf(review.rating, 'star')}`,
});

/** A store credit as a result, with its status at a time. Its path in the API contains the customer. */
export const creditResult = (credit: StoreCreditRecord, now: string): SearchResult => ({
  type: 'store_credit',
  id: credit.id,
  title: credit.reason,
  detail: `${statusOfAccount(credit, now)}, ${amountOf(credit.balance, credit.currency)}, ${credit.customer_id}`,
});
