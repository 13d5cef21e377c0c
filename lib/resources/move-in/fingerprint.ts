/** What is kept of an imported record, by which the same record is told from another one. */
import { createHash } from 'node:crypto';

/** A text that two records share only if all their fields are the same; one that is null or left out is not there. */
export const recordText = (record: object): string =>
  JSON.stringify(
    Object.entries(record)
      .filter(([, value]) => value !== null && value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** SHA-256 of the record, in hexadecimal. */
export const fingerprintOf = (record: object): string =>
  createHash('sha256').update(recordText(record)).digest('hex');
