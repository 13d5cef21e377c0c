import { revokeApiKey } from '../../lib/contract/functions/operator.ts';
import { notFound } from '../../lib/contract/kinds/errors.ts';
import { storeCommand } from '../../lib/invoke/function.ts';
import * as apiKeys from '../../lib/table/accounts/api-keys.ts';

export const handler = storeCommand(revokeApiKey, {
  async decide({ store, payload, now }) {
    const key = await apiKeys.find(store.id, payload.key_id);
    if (!key) throw notFound();

    const revoked = { ...key, revoked_at: key.revoked_at ?? now };

    return {
      writes: key.revoked_at ? [] : apiKeys.replace(key, revoked),
      reply: { key_id: key.id, revoked_at: revoked.revoked_at },
    };
  },
});
