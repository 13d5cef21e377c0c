import { isOnLambda } from './settings.ts';

/** Lambda ends an initialization after 10 seconds and restarts it. The few reads at start-up run one after the other, and each waits up to this long. */
const patienceMilliseconds = 2000;

/**
 * Does some work while a function starts: it has a whole processor then, and no caller waits. Work that takes longer
 * than two seconds continues during the first call, which also repeats failed work.
 */
export async function duringInit(work: () => Promise<unknown>): Promise<void> {
  if (!isOnLambda()) return;
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, patienceMilliseconds);
  });
  const done = (async () => work())().catch(() => undefined);
  await Promise.race([done, patience]);
  clearTimeout(timer);
}
