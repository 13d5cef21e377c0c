/** Marks of what was imported of a customer, in the customer's partition: so the same record is known, whatever has become of the item. */
import { createHash } from 'node:crypto';
import { ApiError } from '../../schema/errors.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';

/** A text that two records share only if all their fields are the same; one that is null or left out is not there. */
export const recordText = (record: object): string =>
  JSON.stringify(
    Object.entries(record)
      .filter(([, value]) => value !== null && value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** What is kept of a record, by which the same one is told from another: its SHA-256, in hexadecimal. */
export const fingerprintOf = (record: object): string => createHash('sha256').update(recordText(record)).digest('hex');

interface Mark {
  /** The fingerprint of the record. */
  id: string;
}

/** What was imported: of which customer, of which kind, and what it is told by among them. */
interface Place {
  customer: string;
  kind: 'REVIEW' | 'ADDRESS';
  identity: string;
}

const keyOf = (store: string, { customer, kind, identity }: Place) => keys.importOf(store, customer, kind, identity);

export const find = (store: string, place: Place) => items.find<Mark>(keyOf(store, place), items.asWritten);

export const create = (store: string, place: Place, fingerprint: string): Write =>
  items.create(keyOf(store, place), { id: fingerprint } satisfies Mark);

/** Whether the very record has been imported. Throws `DUPLICATE`, naming the fields, where another record of the same identity has. */
export function isSame(mark: Stored<Mark> | undefined, fingerprint: string, fields: string): boolean {
  if (mark && mark.id !== fingerprint) throw importedOtherwise(fields);
  return mark !== undefined;
}

/** The refusal of a record whose place is taken. */
export const importedOtherwise = (fields: string): ApiError =>
  new ApiError('DUPLICATE', `Another record has the same ${fields}`);
