import { setImmediate as turn } from 'node:timers/promises';

/** Waits until nothing moves any more: what was resumed has come to its next call, and no file is being read. */
export async function standstill(): Promise<void> {
  do {
    await turn();
    await turn();
  } while (process.getActiveResourcesInfo().some((name) => name.includes('Req')));
}
