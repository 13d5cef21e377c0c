import { storeCommand } from '../../lib/chain/function.ts';
import * as apiKeys from '../../lib/resources/stores/api-key-records.ts';
import * as deploymentSecret from '../../lib/resources/stores/deployment-secret-records.ts';
import { createApiKey } from '../../lib/resources/stores/functions.ts';
import { refuseAreas, refuseEnded, refuseFunctions } from '../../lib/resources/stores/rules.ts';
import { newDeploymentSecret, newKeyBits } from '../../lib/runtime/ids.ts';

export const handler = storeCommand(createApiKey, {
  async decide({ store, payload, now, newId }) {
    const { name, permission, functions = null, areas = null, expires_at = null } = payload;
    refuseEnded(expires_at, now);
    refuseFunctions(payload);
    refuseAreas(payload);
    const existing = await deploymentSecret.findNow();
    const secret = existing ?? newDeploymentSecret();

    const apiKey = apiKeys.keyOf(store.id, newKeyBits(), secret);
    const id = newId('apiKey');
    const hash = apiKeys.hashApiKey(apiKey);

    return {
      writes: [
        ...(existing ? [] : [deploymentSecret.create(secret)]),
        ...apiKeys.create({
          id,
          store_id: store.id,
          hash,
          name,
          permission,
          functions,
          areas,
          created_at: now,
          expires_at,
          revoked_at: null,
        }),
      ],
      reply: { key_id: id, name, permission, functions, areas, api_key: apiKey, created_at: now, expires_at },
    };
  },
});
