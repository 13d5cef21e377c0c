import { randomUUID } from 'node:crypto';
import { prepareEnvironment } from '../environment.ts';
import { startEngines } from './engines.ts';

/** Does some work on engines and tables of its own, which end with it. */
export async function onScratchEngines<T>(work: () => Promise<T>): Promise<T> {
  process.env.LOG_LEVEL ||= 'silent';
  const engines = await startEngines({
    onCrash(error) {
      throw error;
    },
  });
  try {
    // Unique, because a `*_ENDPOINT` variable may lead to an engine that outlives the work.
    const name = `scratch-${randomUUID().slice(0, 8)}`;
    await prepareEnvironment(engines, {
      storeTable: `${name}-store`,
      requestTable: `${name}-requests`,
      bucket: `${name}-objects`,
      mailQueue: `${name}-mails`,
      waitlistQueue: `${name}-waitlist`,
    });
    return await work();
  } finally {
    await engines.stop();
  }
}
