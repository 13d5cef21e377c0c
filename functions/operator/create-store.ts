import { createStore } from '../../lib/contract/functions/operator.ts';
import { duplicate } from '../../lib/contract/kinds/errors.ts';
import { limits } from '../../lib/contract/kinds/limits.ts';
import { isSameStore } from '../../lib/domain/store.ts';
import { operatorFunction } from '../../lib/invoke/function.ts';
import * as stores from '../../lib/table/accounts/stores.ts';

export const handler = operatorFunction(createStore, ({ payload, now, newId, commit }) =>
  commit(async () => {
    const id = payload.store_id ?? newId('store');
    const existing = await stores.find(id);

    const store = {
      id,
      name: payload.name,
      currency: payload.currency,
      rate_limit: payload.rate_limit ?? limits.rateLimit,
      created_at: now,
    };
    if (existing && !isSameStore(existing, store)) throw duplicate();

    return existing ? { writes: [], reply: stores.view(existing) } : { writes: [stores.create(store)], reply: store };
  }),
);
