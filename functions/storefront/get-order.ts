import { storefrontQuery } from '../../lib/chain/storefront.ts';
import * as orderDetails from '../../lib/resources/orders/detail-records.ts';
import { getOrder } from '../../lib/resources/orders/functions.ts';

export const handler = storefrontQuery(getOrder, ({ store, payload: { order_id }, now }) =>
  orderDetails.get(store.id, order_id, now),
);
