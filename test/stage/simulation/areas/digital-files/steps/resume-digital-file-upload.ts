import { resumeDigitalFileUpload as contract } from '../../../../../../lib/resources/digital-files/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, type Place, uploadOf } from '../place.ts';

export const resumeDigitalFileUpload: Kind<Place> = {
  name: contract.name,
  weight: 12,
  next(place, random) {
    const upload = uploadOf(place, random);
    if (!upload) return undefined;
    const { id, variant, etag } = upload;
    return request(contract, { kind: 'resume', upload: id, variant, etag }, at(place, variant, { upload_id: id }));
  },
};
