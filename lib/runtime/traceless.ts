/** Work that is done for nobody: no line of the log tells of it, and nothing of it is remembered. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { rememberingNothing } from './bounded-map.ts';

const traceless = new AsyncLocalStorage<true>();

/** Whether this belongs to work that must leave no trace. */
export const leavesNoTrace = (): boolean => traceless.getStore() === true;

/** Does some work without a trace. Whatever else runs meanwhile is logged as before. */
export const withoutTrace = <T>(work: () => Promise<T>): Promise<T> =>
  traceless.run(true, () => rememberingNothing(work));
