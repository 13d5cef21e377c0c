/** The rules of gift options (contract, "Gift options"). A site has few of them, so each rule is judged on all at once. */

import { duplicate, invalidField } from '../../schema/errors.ts';
import { filled } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { type GiftOption, type GiftOptionInput, giftOptionFields } from './fields.ts';

/** What a site's rules look at of each of its options. */
export type PlacedName = Pick<GiftOption, 'id' | 'name' | 'position'>;

/** A new option of a site. Throws `INVALID_FIELD` at the site's limit and `DUPLICATE` when the name is taken. */
export function newGiftOption(
  existing: readonly PlacedName[],
  input: GiftOptionInput,
  { id, now }: { id: string; now: string },
): GiftOption {
  if (existing.length >= limits.giftOptionsPerSite) {
    throw invalidField(`A site can have at most ${limits.giftOptionsPerSite} gift options`);
  }
  refuseTakenName(existing, input.name);
  const position = input.position ?? positionAfter(existing);
  return { id, ...filled(giftOptionFields, input), position, image: null, created_at: now, updated_at: now };
}

/** The option with every field replaced but its image and, where left out, its position. Throws `DUPLICATE`. */
export function replaceGiftOption(
  existing: readonly PlacedName[],
  option: GiftOption,
  input: GiftOptionInput,
  now: string,
): GiftOption {
  refuseTakenName(
    existing.filter(({ id }) => id !== option.id),
    input.name,
  );
  return {
    ...option,
    ...filled(giftOptionFields, input),
    position: input.position ?? option.position,
    updated_at: now,
  };
}

/** By position, then creation time; ids decide between what was created within one second. */
export const inOrder = <T extends GiftOption>(options: readonly T[]): T[] =>
  options.toSorted((a, b) => a.position - b.position || compare(a.created_at, b.created_at) || compare(a.id, b.id));

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Names are unique within the site character for character (decisions, "Gift options"). */
function refuseTakenName(others: readonly PlacedName[], name: string): void {
  if (others.some((other) => other.name === name)) throw duplicate();
}

const positionAfter = (existing: readonly PlacedName[]): number =>
  Math.min(limits.giftOptionPosition, Math.max(-1, ...existing.map(({ position }) => position)) + 1);
