import { command } from '../../../lib/chain/endpoint.ts';
import { created } from '../../../lib/chain/reply.ts';
import { photoUploadLink } from '../../../lib/objects/links.ts';
import { startGiftOptionImageUpload } from '../../../lib/resources/gift-options/operations.ts';
import * as giftOptions from '../../../lib/resources/gift-options/records.ts';
import { newPhoto, photoKindOf } from '../../../lib/resources/gift-options/rules.ts';
import * as uploads from '../../../lib/resources/uploads/records.ts';
import { objectKeys } from '../../../lib/table/keys.ts';
import { requireRoomForUpload } from '../../../lib/work/sweep-uploads.ts';

export const handler = command(startGiftOptionImageUpload, async ({ store, path, body, cleared, now, newId }) => {
  const [option] = await Promise.all([
    giftOptions.get(store.id, path.site_id, path.gift_option_id),
    requireRoomForUpload(store.id, cleared),
  ]);

  const id = newId('upload');
  const image = newPhoto(newId('image'), photoKindOf(body.content_type));
  const upload: uploads.PhotoUpload = {
    id,
    store_id: store.id,
    objects: [objectKeys.pending(store.id, id), objectKeys.photo(image)],
    due_at: uploads.dueAfter(now),
    gift_option_id: option.id,
    image,
    content_type: body.content_type,
    file_size: body.file_size,
  };
  const link = await photoUploadLink(upload, now);

  return {
    writes: uploads.open(upload),
    reply: created({ id, ...link, expires_at: upload.due_at }),
  };
});
