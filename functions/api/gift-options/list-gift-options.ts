import { giftOption, listGiftOptions } from '../../../lib/contract/api/gift-options.ts';
import { show } from '../../../lib/contract/kinds/show.ts';
import { inOrder } from '../../../lib/domain/gift-option.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as giftOptions from '../../../lib/table/checkout/gift-options.ts';

export const handler = query(listGiftOptions, async ({ store, path }) => {
  const options = await giftOptions.list(store.id, path.site_id);

  return ok({ data: inOrder(options).map((option) => show(giftOption, option)), has_more: false });
});
