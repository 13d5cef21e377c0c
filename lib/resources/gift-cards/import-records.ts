/** The import of each code. It is kept when the card gets another code, so that no record is imported twice. */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { type ImportedBy, repeated } from '../../schema/import.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';

interface CardImport {
  gift_card_id: string;
  /** Fingerprints of every record that the card was imported from or updated to. */
  fingerprints: readonly string[];
  /** The request that imported each record, or adjusted the card to it, by fingerprint. */
  imported_by?: Readonly<Record<string, string>> | undefined;
}

const read = readerWith({
  gift_card_id: asStored,
  fingerprints: asStored,
  imported_by: asStored,
} satisfies StoredAs<CardImport>);

/** The import with a code, or undefined. */
export const find = (store: string, hash: string) => items.find<CardImport>(keys.importedCard(store, hash), read);

/** The imports with several codes, in the order of the codes; undefined for a code without one. */
export const findMany = (store: string, hashes: readonly string[]) =>
  items.findMany<CardImport>(
    hashes.map((hash) => keys.importedCard(store, hash)),
    read,
  );

interface Followed {
  fingerprint: string;
  by: ImportedBy;
}

/** Records that a card was imported from a record. */
export const create = (store: string, hash: string, gift_card_id: string, { fingerprint, by }: Followed): Write =>
  items.create(keys.importedCard(store, hash), {
    gift_card_id,
    fingerprints: [fingerprint],
    imported_by: by === undefined ? undefined : { [fingerprint]: by },
  } satisfies CardImport);

/** Records that the card was updated to another record of the same code. */
export const addFingerprint = (
  store: string,
  hash: string,
  was: Stored<CardImport>,
  { fingerprint, by }: Followed,
): Write =>
  items.change(keys.importedCard(store, hash), was, {
    fingerprints: [...was.fingerprints, fingerprint],
    imported_by: by === undefined ? was.imported_by : { ...was.imported_by, [fingerprint]: by },
  } satisfies Partial<CardImport>);

/** The result for a record that was imported before; undefined for any other record. */
export function outcomeOf(
  { fingerprints, imported_by = {} }: CardImport,
  record: { fingerprints: readonly string[]; by: ImportedBy },
): 'imported' | 'updated' | 'unchanged' | undefined {
  const place = fingerprints.findIndex((one) => record.fingerprints.includes(one));
  const outcome = place >= 0 ? repeated(imported_by[fingerprints[place] ?? ''], record.by) : undefined;
  return outcome === 'imported' && place > 0 ? 'updated' : outcome;
}
