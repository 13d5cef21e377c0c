import { storefrontQuery } from '../../lib/chain/storefront.ts';
import { downloadLink, signingClient } from '../../lib/objects/links.ts';
import { createDownload } from '../../lib/resources/digital-files/functions.ts';
import * as digitalFiles from '../../lib/resources/digital-files/records.ts';
import * as orders from '../../lib/resources/orders/records.ts';
import { refuseRefunded, refuseUnpaid } from '../../lib/resources/orders/rules.ts';
import { notFound } from '../../lib/schema/errors.ts';

export const handler = storefrontQuery(createDownload, async ({ store, payload: { order_id, variant_id }, now }) => {
  const order = await orders.get(store.id, order_id);
  refuseUnpaid(order);
  const line = order.lines.find((each) => each.variant_id === variant_id);
  if (!line) throw notFound();
  refuseRefunded(order, variant_id);
  const [file, client] = await Promise.all([digitalFiles.find(store.id, line.product_id, variant_id), signingClient()]);
  if (!file) throw notFound();

  return downloadLink(client, store.id, file, now);
});
