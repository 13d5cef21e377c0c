/** The present as a timestamp of the contract: UTC, whole seconds, `YYYY-MM-DDThh:mm:ssZ`. */
export const timestampNow = (): string => toTimestamp(Date.now());

/** A time in milliseconds since 1970 as a timestamp; a fraction of a second is dropped. */
export const toTimestamp = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** Whole seconds since 1970 of a timestamp. */
export const toSeconds = (timestamp: string): number => Date.parse(timestamp) / 1000;
