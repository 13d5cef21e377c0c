/** Imports the records of one call, each by itself: one that is refused holds up none of the others. */

import * as batches from '../runtime/batches.ts';
import { chunksOf } from '../runtime/chunks.ts';
import { ApiError } from '../schema/errors.ts';
import type { ImportReport, Judged } from '../schema/import.ts';

export type Imported = 'imported' | 'updated' | 'unchanged';

interface Import<T> {
  /** Records of one identity are imported one after the other, in the order of the call. */
  identityOf(record: T): string;
  /** Commits one record. Throws an `ApiError` where it is refused. */
  importOne(record: T): Promise<Imported>;
}

interface Placed<T> {
  index: number;
  record: T;
}

/** Throws what is no refusal: what has been committed by then stays, and the same call again continues. */
export async function importEach<T>(records: readonly Judged<T>[], how: Import<T>): Promise<ImportReport> {
  const report: ImportReport = { imported: 0, updated: 0, unchanged: 0, refused: [] };
  const refuse = (index: number, { code, message }: ApiError) => report.refused.push({ index, code, message });

  const byIdentity = new Map<string, Placed<T>[]>();
  for (const [index, { record, refused }] of records.entries()) {
    if (refused) refuse(index, refused);
    else byIdentity.set(how.identityOf(record), [...(byIdentity.get(how.identityOf(record)) ?? []), { index, record }]);
  }

  const importAll = async (same: readonly Placed<T>[]) => {
    for (const { index, record } of same) {
      const outcome = await how.importOne(record).catch(refusalIn);
      if (outcome instanceof ApiError) refuse(index, outcome);
      else report[outcome] += 1;
    }
  };
  for (const portion of chunksOf([...byIdentity.values()], batches.importedSideBySide.size)) {
    await Promise.all(portion.map(importAll));
  }
  return { ...report, refused: report.refused.toSorted((a, b) => a.index - b.index) };
}

function refusalIn(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}
