import { storeCommand } from '../../lib/chain/function.ts';
import * as apiKeys from '../../lib/resources/stores/api-key-records.ts';
import { revokeApiKey } from '../../lib/resources/stores/functions.ts';
import { revocationOf, revoke } from '../../lib/resources/stores/rules.ts';
import { notFound } from '../../lib/schema/errors.ts';

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
