import { createApiKey } from '../../lib/contract/functions/operator.ts';
import { storeCommand } from '../../lib/invoke/function.ts';
import { newApiKey } from '../../lib/runtime/secrets.ts';
import * as apiKeys from '../../lib/table/accounts/api-keys.ts';

export const handler = storeCommand(createApiKey, {
  async decide({ store, payload: { name, permission }, now, newId }) {
    const secret = newApiKey();
    const id = newId('apiKey');
    const hash = apiKeys.hashApiKey(secret);

    return {
      writes: apiKeys.create({ id, store_id: store.id, hash, name, permission, created_at: now, revoked_at: null }),
      reply: { key_id: id, name, permission, api_key: secret, created_at: now },
    };
  },
});
