import { exampleOutput, examplesOf, functionExamplesOf } from '../../schema/examples.ts';
import { demoStore } from '../demo-store.ts';
import * as waitlistFields from './fields.ts';
import * as functions from './functions.ts';
import * as operations from './operations.ts';

export { methods } from './operations.ts';

export const examples = examplesOf(operations, {
  listWaitlistedProducts: {
    path: {},
    query: { search: 'cup' },
    reply: { data: [exampleOutput(waitlistFields.waitlistedProduct)], has_more: false },
  },
  getProductWaitlist: {
    path: { product_id: demoStore.products.cup },
    reply: exampleOutput(waitlistFields.productWaitlist),
  },
  createRestock: {
    path: { product_id: demoStore.products.book, variant_id: demoStore.variants.book },
    body: { notify_at_most: 100 },
    reply: exampleOutput(waitlistFields.restocked, {
      product_id: demoStore.products.book,
      variant_id: demoStore.variants.book,
      notifying: 0,
    }),
  },
});

export const functionExamples = functionExamplesOf(functions, {
  joinWaitlist: {},
  leaveWaitlist: {},
  restockVariant: {},
  getRestock: {},
});
