import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { search } from '../../../lib/resources/search/operations.ts';
import * as records from '../../../lib/resources/search/records.ts';
import { missingArea } from '../../../lib/resources/stores/rules.ts';
import type { Area } from '../../../lib/schema/operation.ts';

export const handler = query(
  search,
  async ({ store, body, caller, cleared, keyHash, now }) => {
    const allowed = async () => {
      const [{ key }] = await Promise.all([caller(), cleared()]);
      return (area: Area | null) => missingArea(key, { area }) === null;
    };
    const by = { keyHash, allowed, operation: search.name, now };
    const data = await records.search(store.id, body.query.trim(), by);

    return ok({ data, has_more: false });
  },
  { takesBack: true },
);
