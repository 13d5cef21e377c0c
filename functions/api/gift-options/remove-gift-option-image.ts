import { removeGiftOptionImage } from '../../../lib/contract/api/gift-options.ts';
import { withPhoto } from '../../../lib/domain/photo.ts';
import { command } from '../../../lib/http/endpoint.ts';
import { noContent } from '../../../lib/http/reply.ts';
import { deleteObjects } from '../../../lib/objects/objects.ts';
import * as giftOptions from '../../../lib/table/checkout/gift-options.ts';
import * as uploads from '../../../lib/table/files/uploads.ts';

export const handler = command(removeGiftOptionImage, async ({ store, path, now, newId }) => {
  const option = await giftOptions.get(store.id, path.site_id, path.gift_option_id);
  if (!option.image) return { writes: [], reply: noContent() };

  const removed = giftOptions.photosOf(option);

  return {
    writes: [
      giftOptions.replaceImage(store.id, path.site_id, option, withPhoto(option, null, now)),
      ...uploads.disown(store.id, removed, { id: newId('upload'), now }),
    ],
    reply: noContent(),
    after: [() => deleteObjects({ objects: removed })],
  };
});
