/** What was imported with which code: it stays when the card has another code, so that no record is imported twice. */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { type ImportedBy, repeated } from '../../schema/import.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';

interface CardImport {
  gift_card_id: string;
  /** Of every record that the card has been brought in line with. */
  fingerprints: readonly string[];
  /** What has imported these records, or adjusted the card to them, by their fingerprints. */
  imported_by?: Readonly<Record<string, string>> | undefined;
}

const read = readerWith({
  gift_card_id: asStored,
  fingerprints: asStored,
  imported_by: asStored,
} satisfies StoredAs<CardImport>);

/** The import with a code, or undefined. */
export const find = (store: string, hash: string) => items.find<CardImport>(keys.importedCard(store, hash), read);

/** The same of several codes, in their order. */
export const findMany = (store: string, hashes: readonly string[]) =>
  items.findMany<CardImport>(
    hashes.map((hash) => keys.importedCard(store, hash)),
    read,
  );

interface Followed {
  fingerprint: string;
  by: ImportedBy;
}

/** A card was imported from a record. */
export const create = (store: string, hash: string, gift_card_id: string, { fingerprint, by }: Followed): Write =>
  items.create(keys.importedCard(store, hash), {
    gift_card_id,
    fingerprints: [fingerprint],
    imported_by: by === undefined ? undefined : { [fingerprint]: by },
  } satisfies CardImport);

/** Another record of the same code has been followed. */
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

/** What a record comes to that has been followed already; undefined for another one. */
export function outcomeOf(
  { fingerprints, imported_by = {} }: CardImport,
  record: { fingerprints: readonly string[]; by: ImportedBy },
): 'imported' | 'updated' | 'unchanged' | undefined {
  const place = fingerprints.findIndex((one) => record.fingerprints.includes(one));
  const outcome = place >= 0 ? repeated(imported_by[fingerprints[place] ?? ''], record.by) : undefined;
  return outcome === 'imported' && place > 0 ? 'updated' : outcome;
}
