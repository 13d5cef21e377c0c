import { completeGiftOptionImageUpload as contract } from '../../../../../../lib/resources/gift-options/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { type Place, remember } from '../place.ts';

export const completeGiftOptionImageUpload: Kind<Place> = {
  name: contract.name,
  weight: 40,
  next(place, random) {
    const upload = random.among(place.uploads);
    if (!upload) return undefined;
    const { id, option } = upload;
    return request(
      contract,
      { kind: 'complete photo', upload: id, id: option },
      { path: { site_id: place.site_id, gift_option_id: option, upload_id: id }, key: place.key },
      ({ body }) => remember(place, body),
    );
  },
};
