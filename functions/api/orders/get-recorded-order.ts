import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import * as orderDetails from '../../../lib/resources/orders/detail-records.ts';
import { getRecordedOrder } from '../../../lib/resources/orders/operations.ts';

export const handler = query(getRecordedOrder, async ({ store, path, now }) =>
  ok(await orderDetails.get(store.id, path.id, now)),
);
