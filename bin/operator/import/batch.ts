import { FunctionError, type Operator } from '../../../lib/client/functions.ts';
import type { RecordLine, Rejected } from './json-lines.ts';

const ofTheRecords = new Set<string>(['INVALID_FIELD', 'MISSING_FIELD']);

type Payload = Parameters<Operator['importRecords']>[0];

/**
 * Imports records together. After a refusal, which stores nothing, tries each half, until only the refused records are left. Throws when
 * nothing can be imported.
 */
export async function importAll(records: readonly RecordLine[], operator: Operator): Promise<Rejected[]> {
  const [first, ...others] = records;
  if (!first) return [];
  try {
    await operator.importRecords(payloadOf(records));
    return [];
  } catch (error) {
    if (!(error instanceof FunctionError) || !ofTheRecords.has(error.code)) throw error;
    if (others.length === 0) return [{ number: first.number, reason: error.message, text: first.text }];
    const middle = Math.ceil(records.length / 2);
    // One after the other: of several records with one id the last wins.
    const refused = await importAll(records.slice(0, middle), operator);
    return [...refused, ...(await importAll(records.slice(middle), operator))];
  }
}

/** Each has been read by the schema of its kind. */
function payloadOf(records: readonly RecordLine[]): Payload {
  const of = (type: RecordLine['type']) => records.filter((each) => each.type === type).map(({ record }) => record);
  return { sites: of('site'), customers: of('customer'), products: of('product') } as Payload;
}
