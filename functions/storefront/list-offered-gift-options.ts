import { storefrontQuery } from '../../lib/chain/storefront.ts';
import { giftOption } from '../../lib/resources/gift-options/fields.ts';
import { listOfferedGiftOptions } from '../../lib/resources/gift-options/functions.ts';
import * as giftOptions from '../../lib/resources/gift-options/records.ts';
import { inOrder } from '../../lib/resources/gift-options/rules.ts';
import { show } from '../../lib/schema/field.ts';

export const handler = storefrontQuery(listOfferedGiftOptions, async ({ store, payload }) => {
  const options = await giftOptions.list(store.id, payload.site_id);
  const offered = options.filter(({ enabled }) => enabled);

  return { data: inOrder(offered).map((option) => show(giftOption, option)), has_more: false };
});
