import { storefrontWork } from '../../lib/chain/storefront.ts';
import { refundOrder } from '../../lib/resources/orders/functions.ts';
import { contentOf } from '../../lib/resources/orders/refund-rules.ts';
import * as refunds from '../../lib/work/refund-order.ts';

export const handler = storefrontWork(refundOrder, ({ store, wholeStore, payload, commit }) =>
  refunds.refundOrder(commit, { id: store.id, wholeStore }, payload.order_id, contentOf(payload)),
);
