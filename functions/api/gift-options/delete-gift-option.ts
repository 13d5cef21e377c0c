import { deleteGiftOption } from '../../../lib/contract/gift-options.ts';
import { command } from '../../../lib/http/endpoint.ts';
import { noContent } from '../../../lib/http/reply.ts';
import * as giftOptions from '../../../lib/store/gift-options.ts';

export const handler = command(deleteGiftOption, async ({ store, path }) => {
  const siteOptions = await giftOptions.list(store.id, path.site_id);
  const option = giftOptions.find(siteOptions, path.gift_option_id);

  return { writes: giftOptions.remove(store.id, siteOptions, option), reply: noContent() };
});
