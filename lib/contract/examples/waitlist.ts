import * as contract from '../api/waitlist.ts';
import { demoStore } from './demo-store.ts';
import { example, exampleObject } from './kinds.ts';

export const examples = [
  example(contract.listWaitlistedProducts, {
    path: {},
    query: { search: 'cup' },
    reply: { data: [exampleObject(contract.waitlistedProduct)], has_more: false },
  }),
  example(contract.getProductWaitlist, {
    path: { product_id: demoStore.products.cup },
    reply: exampleObject(contract.productWaitlist),
  }),
];
