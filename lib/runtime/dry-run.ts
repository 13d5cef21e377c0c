/** Work without a caller: it logs no line, and nothing of it is remembered. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { rememberingNothing } from './collections.ts';

const dryRun = new AsyncLocalStorage<true>();

/** Whether this belongs to work that must leave no trace. */
export const isDryRun = (): boolean => dryRun.getStore() === true;

/** Does some work without a trace. Other work meanwhile is logged as before. */
export const withoutTrace = <T>(work: () => Promise<T>): Promise<T> => dryRun.run(true, () => rememberingNothing(work));
