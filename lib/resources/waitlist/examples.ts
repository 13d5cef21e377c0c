import { example, exampleObject } from '../../schema/examples.ts';
import { demoStore } from '../examples/demo-store.ts';
import * as waitlistFields from './fields.ts';
import * as contract from './operations.ts';

export const examples = [
  example(contract.listWaitlistedProducts, {
    path: {},
    query: { search: 'cup' },
    reply: { data: [exampleObject(waitlistFields.waitlistedProduct)], has_more: false },
  }),
  example(contract.getProductWaitlist, {
    path: { product_id: demoStore.products.cup },
    reply: exampleObject(waitlistFields.productWaitlist),
  }),
];
