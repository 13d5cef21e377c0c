import { abandonDigitalFileUpload as contract } from '../../../../../../lib/resources/digital-files/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, type Place, uploadOf } from '../place.ts';

export const abandonDigitalFileUpload: Kind<Place> = {
  name: contract.name,
  weight: 7,
  next(place, random) {
    const upload = uploadOf(place, random);
    if (!upload) return undefined;
    const { id, variant } = upload;
    return request(contract, { kind: 'abandon', upload: id, variant }, at(place, variant, { upload_id: id }));
  },
};
