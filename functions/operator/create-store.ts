import type * as z from 'zod/mini';
import { storelessCommand } from '../../lib/chain/function.ts';
import { recordInItem } from '../../lib/once/idempotency-record.ts';
import { createStore } from '../../lib/resources/stores/functions.ts';
import * as stores from '../../lib/resources/stores/records.ts';
import { defaultAddressSettings, matchesRequest } from '../../lib/resources/stores/rules.ts';
import { show } from '../../lib/schema/field.ts';
import { limits } from '../../lib/schema/limits.ts';

export const handler = storelessCommand(createStore, {
  record: ({ payload }) =>
    recordInItem({
      field: 'store_id',
      find: async () => (payload.store_id ? stores.find(payload.store_id) : undefined),
      isSame: (existing) => matchesRequest(existing, contentOf(payload)),
      replyOf: (existing) => show(createStore.result, existing),
    }),

  async decide({ payload, now, newId }) {
    const store = {
      id: payload.store_id ?? newId('store'),
      ...contentOf(payload),
      ...defaultAddressSettings,
      created_at: now,
    };

    return { writes: [stores.create(store)], reply: store };
  },
});

const contentOf = ({ name, currency, rate_limit }: z.output<typeof createStore.payload>) => ({
  name,
  currency,
  rate_limit: rate_limit ?? limits.rateLimit,
});
