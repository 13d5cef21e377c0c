/** The bus: it takes what the function puts, and hands each event to a consumer once or twice, in any order. */
import type { StoreEvent } from '../../../lib/events/events-of.ts';
import type { Run } from '../random/run.ts';

interface Entry {
  Detail: string;
}

/** Takes events one by one; where it is partial, one of them is not taken, and those after it are. */
export function takeEvents(run: Run, entries: readonly Entry[], isPartial: boolean): object {
  const refused = isPartial ? run.chances.below(entries.length) : -1;
  const taken = entries.filter((_, index) => index !== refused);
  run.published.push(...taken.map(({ Detail }) => JSON.parse(Detail) as StoreEvent));
  return {
    FailedEntryCount: entries.length - taken.length,
    Entries: entries.map((_, index) =>
      index === refused ? { ErrorCode: 'InternalFailure', ErrorMessage: 'Simulated' } : { EventId: 'taken' },
    ),
  };
}

/** What reaches a consumer, as it comes. */
export function deliveredEvents(run: Run): StoreEvent[] {
  const { published, chances } = run;
  const delivered = [...published, ...published.filter(() => chances.chance(0.1))]
    .map((event) => ({ event, at: chances.below(2 ** 32) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ event }) => event);
  const ids = new Set<string>();
  const sequences = new Map<string, number>();
  for (const { id, object, sequence } of delivered) {
    if (ids.has(id)) run.count('event delivered again');
    else if (sequence < (sequences.get(object.id) ?? 0)) run.count('event delivered out of order');
    ids.add(id);
    sequences.set(object.id, Math.max(sequence, sequences.get(object.id) ?? 0));
  }
  return delivered;
}
