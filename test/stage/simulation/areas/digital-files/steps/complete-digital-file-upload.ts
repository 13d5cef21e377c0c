import { completeDigitalFileUpload as contract } from '../../../../../../lib/resources/digital-files/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, type Place, remember, uploadOf } from '../place.ts';

export const completeDigitalFileUpload: Kind<Place> = {
  name: contract.name,
  weight: 20,
  next(place, random) {
    const upload = uploadOf(place, random);
    if (!upload) return undefined;
    const { id, variant, etag } = upload;
    return request(
      contract,
      { kind: 'complete', upload: id, variant },
      { ...at(place, variant, { upload_id: id }), body: { parts: [{ part_number: 1, etag }] } },
      remember(place, variant),
    );
  },
};
