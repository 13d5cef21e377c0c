import { apiKey, listApiKeys } from '../../lib/contract/functions/operator.ts';
import { show } from '../../lib/contract/kinds/show.ts';
import { revocationOf } from '../../lib/domain/api-key.ts';
import { storeQuery } from '../../lib/invoke/function.ts';
import * as apiKeys from '../../lib/table/accounts/api-keys.ts';
import { pageOf } from '../../lib/table/pages.ts';

export const handler = storeQuery(listApiKeys, async ({ store, payload: { after, limit } }) => {
  const items = await apiKeys.list(store.id, { after, limit: limit + 1 });

  return pageOf(items, limit, (key) =>
    show(apiKey, { ...key, key_id: key.id, expires_at: key.expires_at ?? null, revoked_at: revocationOf(key) }),
  );
});
