import type { ListCost } from './growth.ts';

/** One page at every size. */
export interface Growth {
  list: string;
  filter: string;
  costs: readonly ListCost[];
}

/** The measurements of each page together, smallest store first. */
export function byPage(costs: readonly ListCost[]): Growth[] {
  const pages = Map.groupBy(costs, ({ list, filter }) => `${list}: ${filter}`);
  return [...pages.values()].flatMap((all) =>
    all.slice(0, 1).map(({ list, filter }) => ({ list, filter, costs: all })),
  );
}
