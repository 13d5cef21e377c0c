import { toTimestamp } from '../schema/times.ts';

/** The present as a timestamp of the contract: UTC, whole seconds, `YYYY-MM-DDThh:mm:ssZ`. */
export const timestampNow = (): string => toTimestamp(Date.now());
