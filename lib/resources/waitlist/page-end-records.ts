/**
 * The ranking of the last product of each page that this warm function has served. A cursor is only the id of a product. With its remembered
 * ranking, the next page is read in parallel with the product instead of after it. The ranking may have changed since then, so the product
 * must confirm it.
 */

import { BoundedMap } from '../../runtime/collections.ts';
import { keys } from '../../table/keys.ts';
import type { Ranked } from './rules.ts';

const ends = new BoundedMap<string, Ranked>(5000);

const nameOf = (store: string, id: string): string => keys.product(store, id).pk;

export const remember = (store: string, { id, ranking }: Ranked): unknown =>
  ends.set(nameOf(store, id), { id, ranking });

/** The ranking of the product when a page ended with it, or undefined. */
export const recall = (store: string, id: string): Ranked | undefined => ends.get(nameOf(store, id));
