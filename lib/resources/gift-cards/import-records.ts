/** What was imported with which code: it stays when the card has another code, so that no record is imported twice. */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';

interface CardImport {
  gift_card_id: string;
  /** Of every record that the card has been brought in line with. */
  fingerprints: readonly string[];
}

const read = readerWith({ gift_card_id: asStored, fingerprints: asStored } satisfies StoredAs<CardImport>);

/** The import with a code, or undefined. */
export const find = (store: string, hash: string) => items.find<CardImport>(keys.importedCard(store, hash), read);

/** The same of several codes, in their order. */
export const findMany = (store: string, hashes: readonly string[]) =>
  items.findMany<CardImport>(
    hashes.map((hash) => keys.importedCard(store, hash)),
    read,
  );

export const create = (store: string, hash: string, made: CardImport): Write =>
  items.create(keys.importedCard(store, hash), made);

/** Another record of the same code has been followed. */
export const addFingerprint = (store: string, hash: string, was: Stored<CardImport>, fingerprint: string): Write =>
  items.change(keys.importedCard(store, hash), was, { fingerprints: [...was.fingerprints, fingerprint] });
