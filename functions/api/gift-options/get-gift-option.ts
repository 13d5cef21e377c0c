import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { giftOption } from '../../../lib/resources/gift-options/fields.ts';
import { getGiftOption } from '../../../lib/resources/gift-options/operations.ts';
import * as giftOptions from '../../../lib/resources/gift-options/records.ts';
import { show } from '../../../lib/schema/field.ts';

export const handler = query(getGiftOption, async ({ store, path }) => {
  const option = await giftOptions.get(store.id, path.site_id, path.gift_option_id);

  return ok(show(giftOption, option));
});
