import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import * as sites from '../../../lib/resources/catalog/site-records.ts';
import { callingKey, siteOfKey, storeOfKey } from '../../../lib/resources/stores/fields.ts';
import { getApiKey } from '../../../lib/resources/stores/operations.ts';
import { endOf } from '../../../lib/resources/stores/rules.ts';
import { show } from '../../../lib/schema/field.ts';
import { limits } from '../../../lib/schema/limits.ts';

export const handler = query(getApiKey, async ({ store: { id }, caller }) => {
  const [{ store, key }, listed] = await Promise.all([caller(), sites.list(id, { limit: limits.pageMaximum })]);

  return ok(
    show(callingKey, {
      ...key,
      areas: key.areas ?? null,
      expires_at: endOf(key),
      store: show(storeOfKey, store),
      sites: listed.map((site) => show(siteOfKey, site)),
    }),
  );
});
