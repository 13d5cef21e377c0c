import { createApiKey as contract } from '../../../../../lib/contract/functions/operator.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const createApiKey: Kind<Place> = {
  name: contract.name,
  weight: 20,
  next: ({ store_id, known }) =>
    invocation(contract, { kind: 'create key' }, { store_id, name: 'Till', permission: 'Read' }, ({ body }) =>
      known.set(body.key_id, body.api_key),
    ),
};
