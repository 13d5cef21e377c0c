import { createApiKey as contract } from '../../../../../../lib/resources/stores/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { forEver } from '../model.ts';
import type { Place } from '../place.ts';

export const createApiKey: Kind<Place> = {
  name: contract.name,
  weight: 20,
  next({ store_id, known, ends }, random, phase) {
    const until = random.chance(0.3) ? phase : forEver;
    const payload = { store_id, name: 'Till', permission: 'Read', expires_at: ends[until] };
    return invocation(contract, { kind: 'create key', until }, payload, ({ body }) =>
      known.set(body.key_id, body.api_key),
    );
  },
};
