import { envelope, pageWords } from '../../schema/shared-words.ts';
import { operationWords } from '../../schema/words.ts';
import * as contract from './operations.ts';

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
