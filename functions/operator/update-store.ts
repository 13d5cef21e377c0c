import { storeCommand } from '../../lib/chain/function.ts';
import * as contract from '../../lib/resources/stores/functions.ts';
import * as stores from '../../lib/resources/stores/records.ts';
import { updateStore } from '../../lib/resources/stores/rules.ts';
import { show } from '../../lib/schema/field.ts';

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
