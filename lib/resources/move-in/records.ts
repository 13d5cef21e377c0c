/**
 * Marks of what was imported: the same record is known, even if the item was changed or deleted. The marks of reviews and addresses are in the
 * partition of their customer; the mark of a store credit outlives its customer, as the credit's ledger does.
 */
import { createHash } from 'node:crypto';
import type { RecordOfRequest } from '../../once/idempotency-record.ts';
import { ApiError } from '../../schema/errors.ts';
import { type ImportedBy, repeated } from '../../schema/import.ts';
import type { Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';

/** A text that two records share only if all their fields are the same; null and omitted fields are ignored. */
const recordText = (record: object): string =>
  JSON.stringify(
    Object.entries(record)
      .filter(([, value]) => value !== null && value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** The texts that represent a record: the one without its defaults, which is kept, and that of the record as it is. */
export function textsOf(record: object, defaults: object): readonly [kept: string, asItIs: string] {
  const given = new Map(Object.entries(defaults));
  const fields = Object.entries(record).filter(([name, value]) => !given.has(name) || given.get(name) !== value);
  return [recordText(Object.fromEntries(fields)), recordText(record)];
}

/** SHA-256 of a text, in hexadecimal. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The fingerprint that identifies a record: its SHA-256, in hexadecimal. */
export const fingerprintOf = (record: object): string => sha256(recordText(record));

interface Mark {
  /** The fingerprint of the record. */
  id: string;
  imported_by?: ImportedBy;
}

/** What was imported: the customer, the kind, and its identity among those of that kind. A store credit has an identity in its store. */
type Place = { customer: string; kind: 'REVIEW' | 'ADDRESS'; identity: string } | { kind: 'CREDIT'; identity: string };

const keyOf = (store: string, place: Place) =>
  place.kind === 'CREDIT'
    ? keys.importedCredit(store, place.identity)
    : keys.importOf(store, place.customer, place.kind, place.identity);

/** The record of the request to import something: the mark of the same record, by any of its fingerprints. */
export const recordOf = (
  store: string,
  place: Place,
  { fingerprints, by }: { fingerprints: readonly string[]; by: ImportedBy },
): RecordOfRequest<'imported' | 'unchanged'> => ({
  async find() {
    const mark = await find(store, place);
    return mark && fingerprints.includes(mark.id) ? repeated(mark.imported_by, by) : undefined;
  },
});

export const find = (store: string, place: Place) => items.find<Mark>(keyOf(store, place), items.rawItem);

export const create = (store: string, place: Place, { id, imported_by }: Mark): Write =>
  items.create(keyOf(store, place), { id, imported_by } satisfies Mark);

/** The refusal of a record if another one has its identity. */
export const importedOtherwise = (fields: string): ApiError =>
  new ApiError('DUPLICATE', `Another record has the same ${fields}`);
