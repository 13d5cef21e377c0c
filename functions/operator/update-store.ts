import * as contract from '../../lib/contract/functions/operator.ts';
import { show } from '../../lib/contract/kinds/show.ts';
import { updateStore } from '../../lib/domain/store.ts';
import { storeCommand } from '../../lib/invoke/function.ts';
import * as stores from '../../lib/table/accounts/stores.ts';

export const handler = storeCommand(contract.updateStore, {
  async decide({ payload }) {
    const store = await stores.get(payload.store_id);

    const next = updateStore(store, payload);

    return {
      writes: next ? [stores.replace(store, next)] : [],
      reply: show(contract.updateStore.result, next ?? store),
    };
  },
});
