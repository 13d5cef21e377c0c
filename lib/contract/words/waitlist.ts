import * as contract from '../api/waitlist.ts';
import { objectWords, operationWords } from './kinds.ts';
import { envelope, pageWords } from './shared.ts';

const waiting =
  'Shoppers waiting across all variants: each pair of variant and mail address counts once, and no longer once its restock mail is sent.';

export const deliveries = {
  physical: 'Is shipped.',
  digital: 'Is downloaded: its variants carry digital files.',
  gift_card: 'Becomes gift cards when the order is paid.',
};

export const objects = [
  objectWords(contract.waitlistedProduct, {
    id: 'Public id of the product, `pro_…`.',
    name: 'Name as it was imported, by which `search` finds it.',
    status: "The store's own word for it, such as `active` or `archived`, as it was imported.",
    description: 'Text as it was imported; may be empty.',
    delivery: { text: 'How buyers get the product.', values: deliveries },
    review_count: 'Reviews with status `published`.',
    rating_average: 'Mean rating of the published reviews, rounded to two decimals; null while there are none.',
    waiting_count: `${waiting} At least 1 in this list.`,
    created_at: 'When the product was created, as it was imported.',
    updated_at: 'When the product was last changed, as it was imported.',
  }),
  objectWords(contract.productWaitlist, {
    data: {
      text: 'The count, in an envelope of its own.',
      fields: { product_id: 'The product that was asked for.', waiting_count: `${waiting} 0 when nobody waits.` },
    },
  }),
];

export const operations = [
  operationWords(contract.listWaitlistedProducts, {
    text: 'Returns the products that shoppers wait for, most waiting first; of equal counts the product created last comes first. Only counts are told, never addresses. An `after` whose product nobody waits for any more returns an empty page.',
    path: {},
    query: {
      search: 'Only products whose name contains this text, whatever its letter case. Left out or empty: all of them.',
      ...pageWords('product'),
    },
    reply: envelope('products', 'most waiting first'),
  }),
  operationWords(contract.getProductWaitlist, {
    text: 'Returns how many shoppers wait for the product, 0 when nobody does. Shoppers join and leave through the storefront functions `join-waitlist` and `leave-waitlist`.',
    path: { product_id: 'The product. Unknown or malformed: 404.' },
  }),
];
