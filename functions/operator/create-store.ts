import type * as z from 'zod/mini';
import { storelessCommand } from '../../lib/invoke/function.ts';
import { createStore } from '../../lib/resources/stores/functions.ts';
import * as stores from '../../lib/resources/stores/records.ts';
import { isMadeFrom } from '../../lib/resources/stores/rules.ts';
import { duplicate } from '../../lib/schema/errors.ts';
import { limits } from '../../lib/schema/limits.ts';
import { show } from '../../lib/schema/show.ts';

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
