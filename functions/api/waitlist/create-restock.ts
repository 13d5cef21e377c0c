import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { createRestock } from '../../../lib/resources/waitlist/operations.ts';
import * as restocks from '../../../lib/resources/waitlist/restock-records.ts';
import { usedKey } from '../../../lib/schema/errors.ts';
import { decideRestock, resultOf } from '../../../lib/work/announce-restock.ts';

export const handler = command(createRestock, async ({ store, path, body, now, name }) => {
  const asked = { restock_id: `api-${name}`, ...path, notify_at_most: body?.notify_at_most ?? null };
  const [existing, decision] = await Promise.all([
    restocks.find(store.id, asked.restock_id),
    decideRestock(store.id, asked, now),
  ]);
  // The restock outlives the record of its request.
  if (existing && !restocks.matchesRequest(existing, asked)) throw usedKey();

  return existing ? { writes: [], reply: ok(resultOf(existing)) } : { ...decision, reply: ok(decision.reply) };
});
