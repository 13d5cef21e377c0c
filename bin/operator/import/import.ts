import { stat } from 'node:fs/promises';
import { FunctionError, type Operator } from '../../../lib/client/functions.ts';
import { asLines, type Outcome, type Session } from '../command.ts';
import { type Batch, readBatches } from './json-lines.ts';
import { readPosition, removePosition, writePosition } from './position.ts';

interface Import {
  store: string;
  file: string;
}

/**
 * Imports a JSON Lines file in batches, one after the other: of several records with one id the last wins. Interrupted or
 * stopped by a line that is no record, it goes on after the last committed batch when it is run again.
 */
export async function importFile({ store, file }: Import, { target, operator, show }: Session): Promise<Outcome> {
  const { size } = await stat(file);
  const into = `${store} of ${target.stack} on ${target.endpoint ?? 'AWS'}`;
  const begun = await readPosition(file, into);
  const imported = { sites: 0, customers: 0, products: 0 };
  if (begun.lines > 0) show(`Continuing after line ${begun.lines}, where the last import ended`);

  let { bytes, lines } = begun;
  for await (const batch of readBatches(file, begun)) {
    const counts = await importBatch(batch, operator(store));
    imported.sites += counts.sites;
    imported.customers += counts.customers;
    imported.products += counts.products;

    bytes += batch.bytes.length;
    lines = batch.lastLine;
    await writePosition(file, into, { bytes, lines, hash: begun.hash.update(batch.bytes) });
    show(`${lines} lines imported, ${Math.floor((100 * bytes) / size)} %`);
  }
  await removePosition(file);

  const result = { ...imported, lines, continued_after_line: begun.lines > 0 ? begun.lines : null };
  return { result, text: asLines(result), ok: true };
}

async function importBatch(batch: Batch, operator: Operator) {
  const { sites, customers, products, firstLine, lastLine } = batch;
  try {
    const { imported } = await operator.importRecords({ sites, customers, products });
    return imported;
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    throw new FunctionError(error.code, `${error.message} (lines ${firstLine} to ${lastLine})`);
  }
}
