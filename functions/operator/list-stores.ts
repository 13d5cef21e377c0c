import { storelessQuery } from '../../lib/chain/function.ts';
import { store as storeObject } from '../../lib/resources/stores/fields.ts';
import { listStores } from '../../lib/resources/stores/functions.ts';
import * as stores from '../../lib/resources/stores/records.ts';
import { show } from '../../lib/schema/field.ts';
import { pageOf } from '../../lib/table/reads.ts';

export const handler = storelessQuery(listStores, async ({ payload: { after, limit } }) => {
  const items = await stores.list({ after, limit: limit + 1 });

  return pageOf(items, limit, (store) => show(storeObject, store));
});
