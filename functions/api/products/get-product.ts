import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { getProduct } from '../../../lib/resources/catalog/operations.ts';
import { view } from '../../../lib/resources/catalog/rules.ts';
import * as digitalFiles from '../../../lib/resources/digital-files/records.ts';
import * as variantWaiting from '../../../lib/resources/waitlist/variant-waiting-records.ts';
import * as waitingCount from '../../../lib/resources/waitlist/waiting-count-records.ts';
import { orNotFound } from '../../../lib/table/items.ts';

export const handler = query(getProduct, async ({ store, path: { id } }) => {
  const [found, files] = await Promise.all([waitingCount.find(store.id, id), digitalFiles.listOf(store.id, id)]);
  const counted = orNotFound(found);
  const waiting = await variantWaiting.listByVariant(store.id, counted);

  return ok(view(counted.product, { files, waiting }));
});
