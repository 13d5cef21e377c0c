/** A gift option, and what an update says of it: all of its fields, since it replaces them. */
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import type { About } from '../../state/open-calls.ts';

export type GiftOption = Awaited<ReturnType<StoreCommerce['giftOptions']['get']>>;

/** Everything of an option that an update can set. */
export function contentOf({ id: _id, image: _image, created_at: _made, updated_at: _changed, ...content }: GiftOption) {
  return content;
}

/** What a call is about that changes an option of a site. */
export const about = (verb: string, site: string, { name }: { name: string }): About => ({
  what: `${verb} the gift option ${name}`,
  where: `gift-options/${site}`,
});

/** The space between two positions, so that an option can move without the others. */
const gap = 10;

/**
 * The options whose positions change for a new order, each with its new position, 0 to 1000. One that moves alone takes a
 * place between its neighbours where there is one.
 */
export function movesTo(order: readonly GiftOption[], moved: GiftOption): { option: GiftOption; position: number }[] {
  const place = order.indexOf(moved);
  const before = order[place - 1]?.position ?? -1;
  const after = order[place + 1]?.position ?? before + 2 * gap;
  const between = Math.floor((before + after) / 2);
  if (between > before && between < after && between <= 1000) return [{ option: moved, position: between }];
  return order
    .map((option, index) => ({ option, position: (index + 1) * gap }))
    .filter(({ option, position }) => option.position !== position);
}
