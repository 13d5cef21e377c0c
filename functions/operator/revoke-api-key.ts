import { revokeApiKey } from '../../lib/contract/functions/operator.ts';
import { notFound } from '../../lib/contract/kinds/errors.ts';
import { revocationOf, revoke } from '../../lib/domain/api-key.ts';
import { storeCommand } from '../../lib/invoke/function.ts';
import * as apiKeys from '../../lib/table/accounts/api-keys.ts';

export const handler = storeCommand(revokeApiKey, {
  async decide({ store, payload: { key_id, at }, now }) {
    const key = await apiKeys.find(store.id, key_id);
    if (!key) throw notFound();

    const revoked = revoke(key, at, now);

    return {
      writes: revoked ? apiKeys.replace(key, revoked) : [],
      reply: { key_id, revoked_at: revocationOf(revoked ?? key) ?? now },
    };
  },
});
