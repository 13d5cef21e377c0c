/**
 * Where the pages of waitlisted products ended that this warm function has served. A cursor is only a product's id; its remembered place
 * lets the next page be read beside the product instead of after it. Places change and other functions serve pages, so it is a guess that
 * the product itself has to confirm.
 */

import { BoundedMap } from '../../runtime/collections.ts';
import { keys } from '../../table/keys.ts';
import type { Ranked } from './rules.ts';

const ends = new BoundedMap<string, Ranked>(5000);

const nameOf = (store: string, id: string): string => keys.product(store, id).pk;

export const remember = (store: string, { id, ranking }: Ranked): unknown =>
  ends.set(nameOf(store, id), { id, ranking });

/** The product's place when a page ended with it, or undefined. */
export const recall = (store: string, id: string): Ranked | undefined => ends.get(nameOf(store, id));
