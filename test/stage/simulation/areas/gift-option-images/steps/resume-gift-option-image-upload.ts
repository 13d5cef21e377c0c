import { resumeGiftOptionImageUpload as contract } from '../../../../../../lib/resources/gift-options/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const resumeGiftOptionImageUpload: Kind<Place> = {
  name: contract.name,
  weight: 12,
  next({ uploads, site_id, key }, random) {
    const upload = random.among(uploads);
    if (!upload) return undefined;
    const path = { site_id, gift_option_id: upload.option, upload_id: upload.id };
    return request(contract, { kind: 'resume photo', upload: upload.id, id: upload.option }, { path, key });
  },
};
