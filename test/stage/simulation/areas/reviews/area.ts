/**
 * Reviews: one for each customer and product, shown as it was last written and moderated and as its author stands; ratings
 * count the published ones, and what a deleted customer wrote is gone.
 */
import { area, type Step } from '../../engine/area.ts';
import { unexplained } from '../../engine/history.ts';
import { apply, inSteps, misnamed, startingWith } from './model.ts';
import { begin, type Place, variantNames } from './place.ts';
import { auditing } from './steps/audit-ratings.ts';
import { reading } from './steps/get-review.ts';
import { renaming } from './steps/import-records.ts';
import { listingOfCustomer } from './steps/list-customer-reviews.ts';
import { listingOfProduct } from './steps/list-product-reviews.ts';
import { listing } from './steps/list-reviews.ts';
import { listingTotals } from './steps/list-waitlisted-products.ts';

export const reviews = area({
  name: 'reviews and their authors',
  folder: 'reviews',
  begin,
  judge: ({ customers }, history) =>
    misnamed(history) ?? unexplained(startingWith(customers), history.flatMap(inSteps), apply),
  last: (place) => [
    // What an import has left that was interrupted, another one finishes.
    () => place.products.map((product, index) => renaming(place, product, variantNames[index + 1] ?? '')),
    () => [
      ...place.known.map(({ id }) => reading(place, id)),
      listing(place),
      ...place.products.map((product) => listing(place, { product })),
      ...['published', 'hidden', 'shadowbanned', 'banned'].map((status) => listing(place, { status })),
      ...place.customers.flatMap(({ id }) => listsOf(place, id)),
      ...place.products.map((product) => listingTotals(place, product)),
      auditing(place),
    ],
  ],
});

const listsOf = (place: Place, customer: string): Step[] => [
  listingOfProduct(place, customer),
  listingOfCustomer(place, customer),
  listing(place, { customer }),
  listing(place, { customer, product: place.products[0] }),
];
