import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { getOverview } from '../../../lib/resources/overview/operations.ts';
import * as overviews from '../../../lib/resources/overview/records.ts';
import { view } from '../../../lib/resources/overview/rules.ts';
import { missingArea } from '../../../lib/resources/stores/rules.ts';

export const handler = query(getOverview, async ({ store, caller }) => {
  const [figures, { key }] = await Promise.all([overviews.find(store.id), caller()]);

  return ok(view(figures, (area) => missingArea(key, { area }) === null));
});
