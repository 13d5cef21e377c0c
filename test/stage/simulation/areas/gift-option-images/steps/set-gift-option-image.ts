import { setGiftOptionImage as contract } from '../../../../../../lib/resources/gift-options/operations.ts';
import { multipart, png } from '../../../../../support/http/multipart.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at } from '../../gift-options/place.ts';
import { optionOf, type Place, remember, sizeOf } from '../place.ts';

export const setGiftOptionImage: Kind<Place> = {
  name: contract.name,
  weight: 14,
  next(place, random) {
    const id = optionOf(place, random);
    const size = sizeOf(random);
    const body = multipart([{ name: 'image', fileName: 'photo.png', type: 'image/png', content: png(size) }]);
    return request(contract, { kind: 'set photo', id, size }, { ...at(place, id), ...body }, ({ body: shown }) =>
      remember(place, shown),
    );
  },
};
