import { isOnLambda } from './settings.ts';

/** Lambda ends an INIT after 10 seconds, and starts it again. The few reads of a start wait one after the other. */
const patienceMilliseconds = 2000;

/**
 * Does some work while a function starts: it has a whole processor then, and no caller waits. Work that takes longer
 * than two seconds continues beside the first call, which also repeats what fails.
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
