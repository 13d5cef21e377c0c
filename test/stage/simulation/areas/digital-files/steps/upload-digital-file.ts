import { uploadDigitalFile as contract } from '../../../../../../lib/resources/digital-files/operations.ts';
import { multipart } from '../../../../../support/http/multipart.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, contentOf, type Place, remember, variantOf } from '../place.ts';

export const uploadDigitalFile: Kind<Place> = {
  name: contract.name,
  weight: 14,
  next(place, random) {
    const variant = variantOf(place, random);
    const content = contentOf(random);
    return request(
      contract,
      { kind: 'upload', variant, content },
      { ...at(place, variant), ...multipart([{ name: 'file', fileName: 'score.pdf', content }]) },
      remember(place, variant),
    );
  },
};
