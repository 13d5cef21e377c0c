import { command } from '../../../lib/chain/endpoint.ts';
import { noContent } from '../../../lib/chain/reply.ts';
import { discarding } from '../../../lib/objects/discard.ts';
import { deleteGiftOption } from '../../../lib/resources/gift-options/operations.ts';
import * as giftOptions from '../../../lib/resources/gift-options/records.ts';

export const handler = command(deleteGiftOption, async ({ store, path, now, newId }) => {
  const [read, option] = await Promise.all([
    giftOptions.getNames(store.id, path.site_id),
    giftOptions.get(store.id, path.site_id, path.gift_option_id),
  ]);

  return discarding({ store, now, newId }, giftOptions.photosOf(option), {
    writes: giftOptions.remove(store.id, read, option),
    reply: noContent(),
  });
});
