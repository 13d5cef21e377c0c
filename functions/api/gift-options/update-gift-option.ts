import { updateGiftOption } from '../../../lib/contract/api/gift-options.ts';
import { replaceGiftOption } from '../../../lib/domain/gift-option.ts';
import { command } from '../../../lib/http/endpoint.ts';
import { noContent } from '../../../lib/http/reply.ts';
import * as giftOptions from '../../../lib/table/checkout/gift-options.ts';

export const handler = command(updateGiftOption, async ({ store, path, body, now }) => {
  const [read, option] = await Promise.all([
    giftOptions.getNames(store.id, path.site_id),
    giftOptions.get(store.id, path.site_id, path.gift_option_id),
  ]);

  const next = replaceGiftOption(read.names, option, body, now);

  return { writes: giftOptions.replace(store.id, read, option, next), reply: noContent() };
});
