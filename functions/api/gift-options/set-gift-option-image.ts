import { giftOption, setGiftOptionImage } from '../../../lib/contract/api/gift-options.ts';
import { show } from '../../../lib/contract/kinds/show.ts';
import { newPhoto, photoKind, withPhoto } from '../../../lib/domain/photo.ts';
import { ok } from '../../../lib/http/reply.ts';
import { upload } from '../../../lib/http/upload.ts';
import { deleteObjects } from '../../../lib/objects/objects.ts';
import { photoPlace } from '../../../lib/objects/places.ts';
import * as giftOptions from '../../../lib/table/checkout/gift-options.ts';
import * as uploads from '../../../lib/table/files/uploads.ts';

export const handler = upload(setGiftOptionImage, {
  read: ({ store, path }) => giftOptions.get(store.id, path.site_id, path.gift_option_id),

  place({ firstBytes }, { newId }) {
    const kind = photoKind(firstBytes);
    return photoPlace(newPhoto(newId('image'), kind), kind);
  },

  decide(option, { place }, { store, path, now, newId }) {
    const next = withPhoto(option, place.photo, now);
    const replaced = giftOptions.photosOf(option);

    return {
      writes: [
        giftOptions.replaceImage(store.id, path.site_id, option, next),
        ...uploads.disown(store.id, replaced, { id: newId('upload'), now }),
      ],
      reply: ok(show(giftOption, next)),
      after: [() => deleteObjects({ objects: replaced })],
    };
  },
});
