import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { copyPhoto, readSentPhoto } from '../../../lib/objects/completion.ts';
import { discarding } from '../../../lib/objects/discard.ts';
import { giftOption } from '../../../lib/resources/gift-options/fields.ts';
import { completeGiftOptionImageUpload } from '../../../lib/resources/gift-options/operations.ts';
import * as giftOptions from '../../../lib/resources/gift-options/records.ts';
import { checkArrivedPhoto, withPhoto } from '../../../lib/resources/gift-options/rules.ts';
import * as uploads from '../../../lib/resources/uploads/records.ts';
import * as unownedObjects from '../../../lib/resources/uploads/unowned-object-records.ts';
import { show } from '../../../lib/schema/field.ts';

export const handler = command(completeGiftOptionImageUpload, async ({ store, path, now, newId }) => {
  const [option, upload, arrived] = await Promise.all([
    giftOptions.get(store.id, path.site_id, path.gift_option_id),
    uploads.getForGiftOption(store.id, path, now),
    readSentPhoto(store.id, path.upload_id),
  ]);

  const arrivedPhoto = await uploads.whileOpen(upload, now, () => checkArrivedPhoto(upload, arrived));
  const next = withPhoto(option, upload.image, now);
  const left = [...uploads.leftoversOf(upload), ...giftOptions.photosOf(option)];

  return discarding({ store, now, newId }, left, {
    before: [() => copyPhoto(upload, arrivedPhoto)],
    writes: [giftOptions.replaceImage(store.id, path.site_id, option, next), unownedObjects.claim(upload)],
    reply: ok(show(giftOption, next)),
  });
});
