import { storeWork } from '../../lib/chain/function.ts';
import { rebuildPublic as contract } from '../../lib/resources/public-reviews/functions.ts';
import { rebuildPublic } from '../../lib/work/rebuild-public.ts';

export const handler = storeWork(contract, async ({ store, payload, time, cleared }) => {
  await cleared();
  return rebuildPublic(store.id, payload.after ?? undefined, time);
});
