/** How the pages of the lists that grow with a store cost at 100, 1,000, … items. */
import { newGiftCardStore } from './gift-card-pages.ts';
import { measureGrowth, type PageCost } from './pages.ts';
import { newReviewStore } from './review-pages.ts';
import { newWaitlistStore } from './waitlist-pages.ts';

export interface ListCost extends PageCost {
  list: string;
}

const lists = {
  reviews: newReviewStore,
  'gift cards': newGiftCardStore,
  'waitlisted products': newWaitlistStore,
};

const smallest = 100;

/** Powers of ten from 100 up. */
function sizesUpTo(largest: number): number[] {
  const sizes: number[] = [];
  for (let size = smallest; size <= largest; size *= 10) sizes.push(size);
  return sizes;
}

/** Fills a store for each list up to `largest` items. */
export async function measureLists(largest: number, progress: (what: string) => void): Promise<ListCost[]> {
  const costs: ListCost[] = [];
  for (const [list, newStore] of Object.entries(lists)) {
    const pages = await measureGrowth(await newStore(), sizesUpTo(largest), (items) => progress(`${items} ${list}`));
    costs.push(...pages.map((page) => ({ list, ...page })));
  }
  return costs;
}
