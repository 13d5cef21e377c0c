import { ok } from '../../../lib/http/reply.ts';
import { upload } from '../../../lib/http/upload.ts';
import { discard } from '../../../lib/objects/discard.ts';
import { photoPlace } from '../../../lib/objects/places.ts';
import { giftOption } from '../../../lib/resources/gift-options/fields.ts';
import { setGiftOptionImage } from '../../../lib/resources/gift-options/operations.ts';
import { newPhoto, photoKind, withPhoto } from '../../../lib/resources/gift-options/photo-rules.ts';
import * as giftOptions from '../../../lib/resources/gift-options/records.ts';
import { show } from '../../../lib/schema/show.ts';

export const handler = upload(setGiftOptionImage, {
  read: ({ store, path }) => giftOptions.get(store.id, path.site_id, path.gift_option_id),

  place({ firstBytes }, { newId }) {
    const kind = photoKind(firstBytes);
    return photoPlace(newPhoto(newId('image'), kind), kind);
  },

  decide(option, { place }, { store, path, now, newId }) {
    const next = withPhoto(option, place.photo, now);
    const discarded = discard(store.id, giftOptions.photosOf(option), { id: newId('upload'), now });

    return {
      writes: [giftOptions.replaceImage(store.id, path.site_id, option, next), ...discarded.writes],
      reply: ok(show(giftOption, next)),
      after: discarded.after,
    };
  },
});
