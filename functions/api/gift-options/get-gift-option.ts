import { getGiftOption, giftOption } from '../../../lib/contract/api/gift-options.ts';
import { show } from '../../../lib/contract/kinds/show.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as giftOptions from '../../../lib/table/checkout/gift-options.ts';

export const handler = query(getGiftOption, async ({ store, path }) => {
  const option = await giftOptions.get(store.id, path.site_id, path.gift_option_id);

  return ok(show(giftOption, option));
});
