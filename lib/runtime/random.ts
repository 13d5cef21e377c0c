import { randomFillSync } from 'node:crypto';

/** Drawn at once, since each draw costs as much as a thousand bytes do: what some twenty requests take. */
const bytesAtOnce = 2048;

const pool = { bytes: Buffer.alloc(bytesAtOnce), taken: bytesAtOnce };

/** So many bytes that nobody can guess, each given out once; at most 2,048. */
export function randomBytes(count: number): Buffer {
  if (pool.taken + count > bytesAtOnce) {
    pool.bytes = randomFillSync(Buffer.alloc(bytesAtOnce));
    pool.taken = 0;
  }
  pool.taken += count;
  return pool.bytes.subarray(pool.taken - count, pool.taken);
}
