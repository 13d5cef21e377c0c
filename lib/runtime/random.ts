import { randomBytes as drawBytes } from 'node:crypto';
import { BoundedMap } from './bounded-map.ts';

/** Drawn at once, since each draw costs as much as a thousand bytes do: what some twenty requests take. */
const bytesAtOnce = 2048;

interface Pool {
  bytes: Buffer;
  taken: number;
}

/** Among all that a function remembers: another function draws bytes of its own. */
const pools = new BoundedMap<'bytes', Pool>(1);

/** So many bytes that nobody can guess, each given out once; at most 2,048. */
export function randomBytes(count: number): Buffer {
  let pool = pools.get('bytes');
  if (!pool || pool.taken + count > bytesAtOnce) {
    pool = { bytes: drawBytes(bytesAtOnce), taken: 0 };
    pools.set('bytes', pool);
  }
  pool.taken += count;
  return pool.bytes.subarray(pool.taken - count, pool.taken);
}
