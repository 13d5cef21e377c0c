import { storeQuery } from '../../lib/chain/function.ts';
import * as apiKeys from '../../lib/resources/stores/api-key-records.ts';
import { apiKey } from '../../lib/resources/stores/fields.ts';
import { listApiKeys } from '../../lib/resources/stores/functions.ts';
import { revocationOf } from '../../lib/resources/stores/rules.ts';
import { show } from '../../lib/schema/field.ts';
import { pageOf } from '../../lib/table/reads.ts';

export const handler = storeQuery(listApiKeys, async ({ store, payload: { after, limit } }) => {
  const items = await apiKeys.list(store.id, { after, limit: limit + 1 });

  return pageOf(items, limit, (key) =>
    show(apiKey, {
      ...key,
      key_id: key.id,
      functions: key.functions ?? null,
      areas: key.areas ?? null,
      expires_at: key.expires_at ?? null,
      revoked_at: revocationOf(key),
    }),
  );
});
