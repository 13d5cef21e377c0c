import { deleteGiftOption } from '../../../lib/contract/api/gift-options.ts';
import { command } from '../../../lib/http/endpoint.ts';
import { noContent } from '../../../lib/http/reply.ts';
import { deleteObjects } from '../../../lib/objects/objects.ts';
import * as giftOptions from '../../../lib/table/checkout/gift-options.ts';
import * as uploads from '../../../lib/table/files/uploads.ts';

export const handler = command(deleteGiftOption, async ({ store, path, now, newId }) => {
  const siteOptions = await giftOptions.list(store.id, path.site_id);
  const option = giftOptions.getFrom(siteOptions, path.gift_option_id);

  const photos = giftOptions.photosOf(option);

  return {
    writes: [
      ...giftOptions.remove(store.id, siteOptions, option),
      ...uploads.disown(store.id, photos, { id: newId('upload'), now }),
    ],
    reply: noContent(),
    after: [() => deleteObjects({ objects: photos })],
  };
});
