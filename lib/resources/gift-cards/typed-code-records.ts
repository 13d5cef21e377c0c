/** The card of a code that a shopper types, whether this service or another system made the code. */
import { ApiError, notFound } from '../../schema/errors.ts';
import type { Stored } from '../../table/items.ts';
import { noSuchCode, tooManyCodes } from './fields.ts';
import { hashImported } from './imported-code-records.ts';
import * as giftCards from './records.ts';
import { type GiftCardRecord, holdOf, isOfService } from './rules.ts';
import * as unknownCodes from './unknown-code-records.ts';

interface Typed {
  code: string;
  checkout_id?: string | null | undefined;
  shopper?: string | null | undefined;
}

interface Call {
  now: string;
  /** The function that is invoked. */
  operation: string;
}

/**
 * The card with a code. Throws `NOT_FOUND` for an unknown one, which counts, and `RATE_LIMIT_EXCEEDED` for whoever has typed too many of
 * them, but never for the card that the checkout holds. Two round trips; a third where an unknown code, or one of another system, is like
 * those of this service.
 */
export async function get(store: string, typed: Typed, { now, operation }: Call): Promise<Stored<GiftCardRecord>> {
  const [card, counts] = await Promise.all([find(store, typed.code), unknownCodes.find(store, typed, now)]);
  if (card && typed.checkout_id && holdOf(card, typed.checkout_id, now)) return card;
  const isShort = !typed.shopper && unknownCodes.isStoreRefused(counts) && !(card && isCodeOfService(card));
  if (isShort || unknownCodes.isShopperRefused(counts)) throw new ApiError('RATE_LIMIT_EXCEEDED', tooManyCodes);
  if (card) return card;
  await unknownCodes.add(store, counts, now, operation);
  throw notFound(noSuchCode);
}

const isCodeOfService = ({ imported, code_hash }: GiftCardRecord): boolean => imported?.code_hash !== code_hash;

async function find(store: string, code: string): Promise<Stored<GiftCardRecord> | undefined> {
  const own = giftCards.findIdByCode(store, code);
  const other = isOfService(code) ? undefined : findIdByImported(store, code);
  const [ownId, otherId] = await Promise.all([own, other]);
  const id = ownId ?? otherId ?? (isOfService(code) ? await findIdByImported(store, code) : undefined);
  const card = id === undefined ? undefined : await giftCards.find(store, id);
  // It may have been replaced since the card was found by it.
  return card && (giftCards.hasCode(card, code) || card.code_hash === (await hashImported(code))) ? card : undefined;
}

async function findIdByImported(store: string, code: string): Promise<string | undefined> {
  const hash = await hashImported(code);
  return hash === undefined ? undefined : giftCards.findIdByHash(store, hash);
}
