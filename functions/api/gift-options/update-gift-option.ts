import { updateGiftOption } from '../../../lib/contract/api/gift-options.ts';
import { replaceGiftOption } from '../../../lib/domain/gift-option.ts';
import { command } from '../../../lib/http/endpoint.ts';
import { noContent } from '../../../lib/http/reply.ts';
import * as giftOptions from '../../../lib/table/checkout/gift-options.ts';

export const handler = command(updateGiftOption, async ({ store, path, body, now }) => {
  const siteOptions = await giftOptions.list(store.id, path.site_id);
  const option = giftOptions.getFrom(siteOptions, path.gift_option_id);

  const next = replaceGiftOption(siteOptions.options, option, body, now);

  return { writes: giftOptions.replace(store.id, siteOptions, option, next), reply: noContent() };
});
