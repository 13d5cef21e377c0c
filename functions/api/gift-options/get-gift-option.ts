import { notFound } from '../../../lib/contract/errors.ts';
import { getGiftOption } from '../../../lib/contract/gift-options.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as giftOptions from '../../../lib/store/gift-options.ts';

export const handler = query(getGiftOption, async ({ store, path }) => {
  const option = await giftOptions.get(store.id, path.site_id, path.gift_option_id);
  if (!option) throw notFound();

  return ok(giftOptions.view(option));
});
