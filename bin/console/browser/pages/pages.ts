/**
 * The pages by their addresses below `/console/`. To add one: make a folder beside this file with a component that gets `id`, what follows
 * its name in the URL; read with `useRead` or `useList` (`state/read.ts`) and show each of their states; take filters from the URL
 * (`parts/filters.tsx`); change with `write` (`state/open-calls.ts`), after naming the call in `state/writes.ts`, so that it is done once;
 * leave out what changes something where `mayWrite()` is false; and name the page here with its area. `reviews/` is the model.
 */
import type { FunctionComponent } from 'preact';
import type { Area } from '../state/session.ts';
import { CustomersPage } from './customers/customers-page.tsx';
import { DigitalFilesPage } from './digital-files/digital-files-page.tsx';
import { GiftCardsPage } from './gift-cards/gift-cards-page.tsx';
import { GiftOptionsPage } from './gift-options/gift-options-page.tsx';
import { HomePage } from './home/home-page.tsx';
import { OrdersPage } from './orders/orders-page.tsx';
import { ReviewsPage } from './reviews/reviews-page.tsx';
import { StoreCreditsPage } from './store-credits/store-credits-page.tsx';
import { WaitlistPage } from './waitlist/waitlist-page.tsx';

interface PageOfConsole {
  title: string;
  /** The page calls only operations of this area: the page is hidden if the key is limited to other areas. Without one, every key has it. */
  area?: Area;
  Page: FunctionComponent<{ id: string }>;
  /** The menu does not show it. */
  isUnlisted?: boolean;
}

export const pages: Readonly<Record<string, PageOfConsole>> = {
  '': { title: 'Home', Page: HomePage },
  reviews: { title: 'Reviews', area: 'reviews', Page: ReviewsPage },
  'gift-cards': { title: 'Gift cards', area: 'gift_cards', Page: GiftCardsPage },
  'store-credits': { title: 'Store credit', area: 'store_credits', Page: StoreCreditsPage },
  customers: { title: 'Customers', area: 'customers', Page: CustomersPage },
  orders: { title: 'Orders', area: 'gift_cards', Page: OrdersPage },
  waitlist: { title: 'Waitlist', area: 'waitlist', Page: WaitlistPage },
  'gift-options': { title: 'Gift options', area: 'gift_options', Page: GiftOptionsPage },
  'digital-files': { title: 'Digital files', area: 'digital_files', Page: DigitalFilesPage },
  // An address of version 0.5.0.
  'customer-addresses': { title: 'Customers', area: 'customers', Page: CustomersPage, isUnlisted: true },
};

/** The page of a name in an address, if it exists. */
export const pageOf = (name: string): PageOfConsole | undefined =>
  Object.hasOwn(pages, name) ? pages[name] : undefined;
