import { deleteDigitalFile as contract } from '../../../../../../lib/resources/digital-files/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, type Place, variantOf } from '../place.ts';

export const deleteDigitalFile: Kind<Place> = {
  name: contract.name,
  weight: 20,
  next(place, random) {
    const file = random.among(place.files);
    if (!file) return undefined;
    const { id } = file;
    const variant = random.chance(0.9) ? file.variant : variantOf(place, random);
    return request(contract, { kind: 'delete', variant, id }, at(place, variant, { file_id: id }));
  },
};
