/** Finds the card for a code that a shopper enters: a code of this service or of another system. */
import { holdOf } from '../../ledger/hold-rules.ts';
import { ApiError, notFound } from '../../schema/errors.ts';
import type { Stored } from '../../table/items.ts';
import * as checkouts from './checkout-records.ts';
import { isCard } from './checkout-rules.ts';
import { noSuchCode, tooManyCodes } from './fields.ts';
import { hashImported } from './imported-code-records.ts';
import * as giftCards from './records.ts';
import { type GiftCardRecord, isOfService } from './rules.ts';
import type { Call, Typed } from './unknown-code-records.ts';
import * as unknownCodes from './unknown-code-records.ts';

/** A request with a code. `cleared` resolves once the request is admitted, and rejects with its refusal. */
interface CodeRequest extends Call {
  cleared(): Promise<unknown>;
}

/**
 * The card with a code. Throws `NOT_FOUND` for an unknown code, which is counted, and `RATE_LIMIT_EXCEEDED` if no more codes may
 * be entered, but never for a card that the checkout holds. A request that is not admitted is not counted. Two round
 * trips; a third for a code that does not have the format of this service, or is unknown.
 */
export async function get(
  store: string,
  typed: Typed,
  { cleared, ...call }: CodeRequest,
): Promise<Stored<GiftCardRecord>> {
  const [attempt, [looked, admitted]] = await Promise.all([
    unknownCodes.admit(store, typed, call),
    Promise.allSettled([find(store, typed.code), cleared()]),
  ]);
  if (admitted.status === 'rejected') {
    await unknownCodes.takeBack(attempt);
    throw admitted.reason;
  }
  if (looked.status === 'fulfilled' && attempt.isAdmitted) {
    if (looked.value) {
      await unknownCodes.takeBack(attempt);
      return looked.value;
    }
    const kept = await unknownCodes.keep(attempt);
    throw kept.isCounted ? notFound(noSuchCode) : refusal(kept.again);
  }
  const [held] = await Promise.all([findHeld(store, typed, call.now), unknownCodes.takeBack(attempt)]);
  if (looked.status === 'rejected') throw looked.reason;
  if (!held) throw refusal(attempt.again);
  return held;
}

/**
 * The refusal after too many unknown codes. `again` is the time from which a code may be entered again, in seconds since 1970; undefined if the count could not be reached.
 */
export function refusal(again: number | undefined): ApiError {
  const seconds = again === undefined ? 1 : Math.max(1, again - Math.floor(Date.now() / 1000));
  return new ApiError('RATE_LIMIT_EXCEEDED', tooManyCodes, { headers: { 'Retry-After': String(seconds) } });
}

/** The card of the checkout that has this code. It is found through the checkout, so that no code can be discovered. */
async function findHeld(store: string, { code, checkout_id }: Typed, now: string) {
  const checkout = checkout_id ? await checkouts.find(store, checkout_id) : undefined;
  if (!checkout) return undefined;
  for (const card of (await checkouts.payersOf(store, checkout.holds)).filter(isCard)) {
    if (holdOf(card, checkout.checkout_id, now) && (await hasCode(card, code))) return card;
  }
  return undefined;
}

async function find(store: string, code: string): Promise<Stored<GiftCardRecord> | undefined> {
  const own = giftCards.findIdByCode(store, code);
  const other = isOfService(code) ? undefined : findIdByImported(store, code);
  const [ownId, otherId] = await Promise.all([own, other]);
  const id = ownId ?? otherId ?? (isOfService(code) ? await findIdByImported(store, code) : undefined);
  // An unknown code takes as long as a known one: otherwise the time would show a refused caller the difference.
  const card = await giftCards.find(store, id ?? 'gcd_');
  // The code may have been replaced since it led to the card.
  return card && (await hasCode(card, code)) ? card : undefined;
}

/** Whether the card has this code, of this service or of another system. */
export const hasCode = async (card: GiftCardRecord, code: string): Promise<boolean> =>
  giftCards.hasCode(card, code) || card.code_hash === (await hashImported(code));

/** Ids of the cards that a code may belong to. One round trip. */
export async function findIds(store: string, code: string): Promise<string[]> {
  const ids = await Promise.all([giftCards.findIdByCode(store, code), findIdByImported(store, code)]);
  return ids.filter((id) => id !== undefined);
}

async function findIdByImported(store: string, code: string): Promise<string | undefined> {
  const hash = await hashImported(code);
  return hash === undefined ? undefined : giftCards.findIdByHash(store, hash);
}
