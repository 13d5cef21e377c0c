import { ok } from '../../../lib/chain/reply.ts';
import { upload } from '../../../lib/chain/upload.ts';
import { discarding } from '../../../lib/objects/discard.ts';
import { photoPlace } from '../../../lib/objects/objects.ts';
import { giftOption } from '../../../lib/resources/gift-options/fields.ts';
import { setGiftOptionImage } from '../../../lib/resources/gift-options/operations.ts';
import * as giftOptions from '../../../lib/resources/gift-options/records.ts';
import { newPhoto, photoKind, withPhoto } from '../../../lib/resources/gift-options/rules.ts';
import { show } from '../../../lib/schema/field.ts';

export const handler = upload(setGiftOptionImage, {
  read: ({ store, path }) => giftOptions.get(store.id, path.site_id, path.gift_option_id),

  place({ firstBytes }, { newId }) {
    const kind = photoKind(firstBytes);
    return photoPlace(newPhoto(newId('image'), kind), kind);
  },

  decide(option, { place }, { store, path, now, newId }) {
    const next = withPhoto(option, place.photo, now);

    return discarding({ store, now, newId }, giftOptions.photosOf(option), {
      writes: [giftOptions.replaceImage(store.id, path.site_id, option, next)],
      reply: ok(show(giftOption, next)),
    });
  },
});
