/**
 * Codes of other systems. They are short, so a plain hash would give one away to whoever tries all codes: they are kept as an HMAC-SHA-256
 * under a key that is not in the table.
 */
import { createHmac } from 'node:crypto';
import { derivedKey } from '../../runtime/deployment-key.ts';
import { isImportedCode } from '../../schema/imported-code.ts';
import { recordText } from '../move-in/records.ts';
import { type CodeRecord, normaliseCode } from './rules.ts';

/** The hash of a code however it was typed; undefined where no code of another system is like that. */
export async function hashImported(code: string): Promise<string | undefined> {
  const normalised = normaliseCode(code);
  return isImportedCode(normalised) ? keyed(normalised) : undefined;
}

/** What is kept of a code that is in upper case and has neither spaces nor hyphens. */
export const keptOfImported = async (code: string): Promise<CodeRecord> => ({
  hash: await keyed(code),
  last4: code.slice(-4),
});

/** What is kept of a record, by which the same one is told from another. It says nothing of the code in it. */
export const fingerprintOfCard = (record: { code: string }): Promise<string> => keyed(recordText(record));

const keyed = async (text: string): Promise<string> =>
  createHmac('sha256', await derivedKey('imported-codes'))
    .update(text)
    .digest('hex');
