import { giftOption } from '../../lib/contract/api/gift-options.ts';
import { listOfferedGiftOptions } from '../../lib/contract/functions/checkout.ts';
import { show } from '../../lib/contract/kinds/show.ts';
import { inOrder } from '../../lib/domain/gift-option.ts';
import { storeQuery } from '../../lib/invoke/function.ts';
import * as giftOptions from '../../lib/table/checkout/gift-options.ts';

export const handler = storeQuery(listOfferedGiftOptions, async ({ store, payload }) => {
  const options = await giftOptions.list(store.id, payload.site_id);
  const offered = options.filter(({ enabled }) => enabled);

  return { data: inOrder(offered).map((option) => show(giftOption, option)), has_more: false };
});
