import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { getProduct } from '../../../lib/resources/catalog/operations.ts';
import * as products from '../../../lib/resources/catalog/product-records.ts';
import { view } from '../../../lib/resources/catalog/rules.ts';
import * as digitalFiles from '../../../lib/resources/digital-files/records.ts';
import * as variantWaiting from '../../../lib/resources/waitlist/variant-waiting-records.ts';

export const handler = query(getProduct, async ({ store, path: { id } }) => {
  const [product, files] = await Promise.all([products.get(store.id, id), digitalFiles.listOf(store.id, id)]);
  const waiting = await variantWaiting.listByVariant(store.id, product);

  return ok(view(product, { files, waiting }));
});
