import { listStores, store as storeObject } from '../../lib/contract/functions/operator.ts';
import { show } from '../../lib/contract/kinds/show.ts';
import { storelessQuery } from '../../lib/invoke/function.ts';
import * as stores from '../../lib/table/accounts/stores.ts';
import { pageOf } from '../../lib/table/pages.ts';

export const handler = storelessQuery(listStores, async ({ payload: { after, limit } }) => {
  const items = await stores.list({ after, limit: limit + 1 });

  return pageOf(items, limit, (store) => show(storeObject, store));
});
