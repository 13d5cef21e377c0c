import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { giftOption } from '../../../lib/resources/gift-options/fields.ts';
import { listGiftOptions } from '../../../lib/resources/gift-options/operations.ts';
import * as giftOptions from '../../../lib/resources/gift-options/records.ts';
import { inOrder } from '../../../lib/resources/gift-options/rules.ts';
import { show } from '../../../lib/schema/field.ts';

export const handler = query(listGiftOptions, async ({ store, path }) => {
  const options = await giftOptions.list(store.id, path.site_id);

  return ok({ data: inOrder(options).map((option) => show(giftOption, option)), has_more: false });
});
