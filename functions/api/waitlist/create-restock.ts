import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { createRestock } from '../../../lib/resources/waitlist/operations.ts';
import * as restocks from '../../../lib/resources/waitlist/restock-records.ts';
import { usedKey } from '../../../lib/schema/errors.ts';
import { decideRestock, resultOf } from '../../../lib/work/announce-restock.ts';

export const handler = command(createRestock, async ({ store, path, body, now, name }) => {
  const asked = { restock_id: `api-${name}`, ...path, notify_at_most: body?.notify_at_most ?? null };
  const decided = decideRestock(store.id, asked, now);
  decided.catch(() => undefined);
  const existing = await restocks.find(store.id, asked.restock_id);
  if (!existing) {
    const decision = await decided;
    return { ...decision, reply: ok(decision.reply) };
  }
  // The restock outlives the record of its request, and the variant.
  if (!restocks.matchesRequest(existing, asked)) throw usedKey();
  return { writes: [], reply: ok(resultOf(existing)) };
});
