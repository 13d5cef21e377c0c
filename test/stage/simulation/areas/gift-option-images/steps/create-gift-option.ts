import { createGiftOption as contract } from '../../../../../../lib/resources/gift-options/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

/** An option in the place of one that was deleted. */
export const createGiftOption: Kind<Place> = {
  name: contract.name,
  weight: 4,
  next({ site_id, key, known }, random) {
    const body = { name: `Bow ${random.below(9)}` };
    return request(
      contract,
      { kind: 'create', body },
      { path: { site_id }, body, key },
      ({ body: created }) => void (known.includes(created.id) || known.push(created.id)),
    );
  },
};
