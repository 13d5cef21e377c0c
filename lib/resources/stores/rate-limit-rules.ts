/** How a window of requests is counted (decisions, "Authentication, permissions, rate limits"). */
import type { RateLimit } from './rules.ts';

/** Writes a second of one item that a count keeps below: half of what DynamoDB takes. */
const writesPerSecond = 500;

/** Functions that may hold a lease at once: an account's concurrency, where nobody has raised it. */
const holdersAtMost = 1000;

/** The part of a limit that leases may leave unused. */
const wasteAtMost = 0.05;

/** How one window is counted: on `items` counters of up to `share` requests each, `lease` requests taken with a write. */
interface Counting {
  items: number;
  share: number;
  lease: number;
}

/**
 * Counts up to 500 requests a second one by one on one item. Above that a write takes a lease, as small as it can be and no larger than all
 * functions together may leave unused; the remaining writes are spread over several items.
 */
export function countingOf({ requests, window_seconds }: RateLimit): Counting {
  const rate = requests / window_seconds;
  const needed = Math.ceil(rate / writesPerSecond);
  const lease = Math.max(1, Math.min(needed, Math.floor((requests * wasteAtMost) / holdersAtMost)));
  const items = Math.max(1, Math.ceil(rate / (writesPerSecond * lease)));
  return { items, share: Math.floor(requests / items), lease };
}

/** How many of the `size` requests are granted to the write that brought a counter to `used`; none where it is used up. */
export const grantOf = ({ share }: Counting, { used, size }: { used: number; size: number }): number =>
  Math.max(0, Math.min(size, share - (used - size)));

/** Where the window ends that a time is in, both in seconds since 1970. */
export const windowEnd = (seconds: number, { window_seconds }: RateLimit): number =>
  seconds - (seconds % window_seconds) + window_seconds;
