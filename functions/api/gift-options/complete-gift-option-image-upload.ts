import { notFound } from '../../../lib/contract/errors.ts';
import { completeGiftOptionImageUpload } from '../../../lib/contract/gift-options.ts';
import { checkArrivedPhoto, withPhoto } from '../../../lib/domain/photo.ts';
import { command } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import { copyObject, readBeginning } from '../../../lib/objects/objects.ts';
import { photoPlace } from '../../../lib/objects/places.ts';
import { firstBytesCount } from '../../../lib/objects/received-file.ts';
import { deleteObjects } from '../../../lib/objects/sweep.ts';
import * as giftOptions from '../../../lib/store/gift-options.ts';
import { objectKeys } from '../../../lib/store/keys.ts';
import * as uploads from '../../../lib/store/uploads.ts';

export const handler = command(completeGiftOptionImageUpload, async ({ store, path, now, newId }) => {
  const pending = objectKeys.pending(store.id, path.upload_id);
  const [option, upload, arrived] = await Promise.all([
    giftOptions.getExisting(store.id, path.site_id, path.gift_option_id),
    uploads.getOpen<uploads.PhotoUpload>(store.id, path.upload_id, now),
    readBeginning(pending, firstBytesCount),
  ]);
  if (upload?.gift_option_id !== option.id) throw notFound();

  const { image, kind, etag } = await uploads.whileOpen(upload, now, () => checkArrivedPhoto(upload, arrived));
  const next = withPhoto(option, image, now);
  const left = [pending, ...giftOptions.photosOf(option)];

  return {
    before: [() => copyObject({ key: pending, etag }, photoPlace(image, kind))],
    writes: [
      giftOptions.replaceImage(store.id, path.site_id, option, next),
      uploads.claim(upload),
      ...uploads.disown(store.id, left, { id: newId('upload'), now }),
    ],
    reply: ok(giftOptions.view(next)),
    after: [() => deleteObjects({ objects: left })],
  };
});
