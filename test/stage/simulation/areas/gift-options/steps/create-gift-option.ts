import { createGiftOption as contract } from '../../../../../../lib/resources/gift-options/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { type Place, words } from '../place.ts';

export const createGiftOption: Kind<Place> = {
  name: contract.name,
  weight: 20,
  next({ site_id, key, known }, random) {
    const body = words(random);
    return request(
      contract,
      { kind: 'create', body },
      { path: { site_id }, body, key },
      ({ body: created }) => void (known.includes(created.id) || known.push(created.id)),
    );
  },
};
