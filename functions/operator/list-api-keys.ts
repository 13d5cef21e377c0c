import { limits } from '../../lib/contract/limits.ts';
import { listApiKeys } from '../../lib/contract/operator.ts';
import { storeFunction } from '../../lib/invoke/function.ts';
import * as apiKeys from '../../lib/store/api-keys.ts';
import { pageOf } from '../../lib/store/entities.ts';

export const handler = storeFunction(listApiKeys, async ({ store, payload }) => {
  const limit = payload.limit ?? limits.pageDefault;

  const items = await apiKeys.list(store.id, { after: payload.after ?? undefined, limit: limit + 1 });

  return pageOf(items, limit, apiKeys.view);
});
