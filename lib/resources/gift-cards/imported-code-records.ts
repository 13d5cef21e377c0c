/**
 * Codes of other systems. They are short, so anyone could find the code of a plain hash by trying all codes. Each code is kept as an
 * HMAC-SHA-256 under a key that is not in the table.
 */
import { createHmac, type KeyObject } from 'node:crypto';
import { isImportedCode } from '../../schema/limits.ts';
import type { ImportedGiftCard } from '../move-in/fields.ts';
import { textsOf } from '../move-in/records.ts';
import { keyToKeep, keyToRead } from '../stores/deployment-key-records.ts';
import { defaultsOf } from './import-rules.ts';
import { type CodeRecord, normaliseCode } from './rules.ts';

/** The hash of a code in any spelling; undefined if it cannot be a code of another system. */
export async function hashImported(code: string): Promise<string | undefined> {
  const normalised = normaliseCode(code);
  return isImportedCode(normalised) ? hashOf(normalised) : undefined;
}

/** The stored form of a code. The code must be in upper case, without spaces or hyphens. */
export const keptOfImported = async (code: string): Promise<CodeRecord> => ({
  hash: await hashOf(code),
  last4: code.slice(-4),
});

/**
 * Fingerprints that identify the same record. The first is stored; the second may have been stored instead. They reveal nothing about
 * the code.
 */
export const fingerprintsOfCard = async (record: ImportedGiftCard): Promise<[kept: string, asItIs: string]> => {
  const key = await keyToKeep('imported-codes');
  const [kept, asItIs] = textsOf(record, defaultsOf(record));
  return [keyed(key, kept), keyed(key, asItIs)];
};

const hashOf = async (code: string): Promise<string> => keyed(await keyToRead('imported-codes'), code);

const keyed = (key: KeyObject, text: string): string => createHmac('sha256', key).update(text).digest('hex');
