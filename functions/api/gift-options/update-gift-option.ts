import { command } from '../../../lib/chain/endpoint.ts';
import { noContent } from '../../../lib/chain/reply.ts';
import { updateGiftOption } from '../../../lib/resources/gift-options/operations.ts';
import * as giftOptions from '../../../lib/resources/gift-options/records.ts';
import { replaceGiftOption } from '../../../lib/resources/gift-options/rules.ts';

export const handler = command(updateGiftOption, async ({ store, path, body, now }) => {
  const [read, option] = await Promise.all([
    giftOptions.getNames(store.id, path.site_id),
    giftOptions.get(store.id, path.site_id, path.gift_option_id),
  ]);

  const next = replaceGiftOption(read.names, option, body, now);

  return { writes: giftOptions.replace(store.id, read, option, next), reply: noContent() };
});
