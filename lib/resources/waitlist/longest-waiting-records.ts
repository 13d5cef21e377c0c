/**
 * The shoppers who have waited longest for a variant. Entries are sorted by the digest of the address, not by time, so
 * this reads the whole waitlist, as `countEntries` does when a restock is announced. In return, a join writes no second
 * copy of the order, which could be wrong. The query leaves out entries that joined too late to be among the first, so
 * that little is sent over the network.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as batches from '../../runtime/batches.ts';
import { dynamodb, storeTable } from '../../table/client.ts';
import { type Key, keys } from '../../table/keys.ts';
import { inOrderOfTurns, type Turn } from './rules.ts';
import { allParts } from './waiting-count-records.ts';

/** A waiting entry as the query returns it: its key, and what decides its turn. */
export interface TurnAt extends Turn, Key {
  /** The restock with `notify_at_most` that has notified the shopper before. */
  notified_by?: string;
}

interface Wanted {
  product_id: string;
  variant_id: string;
  /** Shoppers that this restock has notified before are omitted. */
  restock_id: string;
  limit: number;
}

/**
 * The `limit` shoppers of all shards who have waited longest, in order of their turns; fewer if fewer wait. A shopper who waits during the
 * whole read is found. A shopper who is imported during the read may be missed.
 */
export async function list(store: string, wanted: Wanted): Promise<TurnAt[]> {
  const longest = new Longest(wanted.limit);
  await Promise.all(allParts.map((part) => readPart(store, part, wanted, longest)));
  return longest.turns();
}

/** Later than every time. */
const noTime = '~';

/** Keeps the first `limit` of all added turns. It holds at most twice as many, and one page. */
class Longest {
  readonly #limit: number;
  #turns: TurnAt[] = [];
  /** Entries that joined later are not among them. */
  latest: string = noTime;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(turns: readonly TurnAt[]): void {
    this.#turns.push(...turns);
    if (this.#turns.length >= 2 * this.#limit) this.#cut();
  }

  turns(): TurnAt[] {
    this.#cut();
    return this.#turns;
  }

  #cut(): void {
    this.#turns = this.#turns.toSorted(inOrderOfTurns).slice(0, this.#limit);
    if (this.#turns.length === this.#limit) this.latest = this.#turns.at(-1)?.joined_at ?? noTime;
  }
}

async function readPart(store: string, part: number, wanted: Wanted, longest: Longest): Promise<void> {
  const { product_id, variant_id, restock_id } = wanted;
  const { pk, sk } = keys.waitlistEntry(store, product_id, part, variant_id, '');
  let next: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({
        TableName: storeTable(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        // A remaining item of an ended entry has no `joined_at`.
        FilterExpression: 'joined_at <= :latest',
        ProjectionExpression: 'pk, sk, id, joined_at, notified_by',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': sk, ':latest': longest.latest },
        ConsistentRead: true,
        Limit: batches.readTurns.size,
        ExclusiveStartKey: next,
      }),
    );
    longest.add((Items as TurnAt[]).filter(({ notified_by }) => notified_by !== restock_id));
    next = LastEvaluatedKey;
  } while (next);
}
