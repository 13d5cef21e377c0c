import { command } from '../../../lib/chain/endpoint.ts';
import { noContent } from '../../../lib/chain/reply.ts';
import { discarding } from '../../../lib/objects/discard.ts';
import { removeGiftOptionImage } from '../../../lib/resources/gift-options/operations.ts';
import * as giftOptions from '../../../lib/resources/gift-options/records.ts';
import { withPhoto } from '../../../lib/resources/gift-options/rules.ts';

export const handler = command(removeGiftOptionImage, async ({ store, path, now, newId }) => {
  const option = await giftOptions.get(store.id, path.site_id, path.gift_option_id);
  if (!option.image) return { writes: [], reply: noContent() };

  const next = withPhoto(option, null, now);

  return discarding({ store, now, newId }, giftOptions.photosOf(option), {
    writes: [giftOptions.replaceImage(store.id, path.site_id, option, next)],
    reply: noContent(),
  });
});
