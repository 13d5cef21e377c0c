import type * as z from 'zod/mini';
import { createStore } from '../../lib/contract/functions/operator.ts';
import { duplicate } from '../../lib/contract/kinds/errors.ts';
import { limits } from '../../lib/contract/kinds/limits.ts';
import { show } from '../../lib/contract/kinds/show.ts';
import { isMadeFrom } from '../../lib/domain/store.ts';
import { storelessCommand } from '../../lib/invoke/function.ts';
import * as stores from '../../lib/table/accounts/stores.ts';

export const handler = storelessCommand(createStore, {
  async replay({ payload }) {
    const existing = payload.store_id ? await stores.find(payload.store_id) : undefined;
    if (existing && !isMadeFrom(existing, contentOf(payload))) throw duplicate();
    return existing && show(createStore.result, existing);
  },

  async decide({ payload, now, newId }) {
    const store = { id: payload.store_id ?? newId('store'), ...contentOf(payload), created_at: now };

    return { writes: [stores.create(store)], reply: store };
  },
});

const contentOf = ({ name, currency, rate_limit }: z.output<typeof createStore.payload>) => ({
  name,
  currency,
  rate_limit: rate_limit ?? limits.rateLimit,
});
