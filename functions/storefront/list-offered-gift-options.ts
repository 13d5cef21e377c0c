import { listOfferedGiftOptions } from '../../lib/contract/functions/checkout.ts';
import { inOrder } from '../../lib/domain/gift-option.ts';
import { storeQuery } from '../../lib/invoke/function.ts';
import * as giftOptions from '../../lib/table/checkout/gift-options.ts';

export const handler = storeQuery(listOfferedGiftOptions, async ({ store, payload }) => {
  const { options } = await giftOptions.list(store.id, payload.site_id);
  const offered = options.filter(({ enabled }) => enabled);

  return { data: inOrder(offered).map(giftOptions.view), has_more: false };
});
