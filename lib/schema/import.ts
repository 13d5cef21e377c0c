/** Shared parts of the import functions: a list of records, each judged independently, and a report. */
import * as z from 'zod/mini';
import { type ApiError, type Issue, invalidField, refusalOf } from './errors.ts';
import { field, shownInteger, shownOf, shownText } from './field.ts';
import { limits } from './limits.ts';
import { optionalText, requiredOr } from './text.ts';
import { optionalBoolean } from './values.ts';

/** A valid record, or its refusal: the record as far as it was read, and the rules that it breaks. */
export type Judged<T> =
  | { record: T; refused?: never }
  | { record?: never; refused: ApiError; sent: unknown; issues: readonly Issue[] };

/** 1 to 100 records. A record that breaks a rule does not stop the others. */
export const importedRecords = <S extends z.ZodMiniType>(record: S) =>
  z
    .array(judged(record), { error: requiredOr('records is required', 'records must be an array') })
    .check(
      z.minLength(1, { error: `records must be 1 to ${limits.importRecords}` }),
      z.maxLength(limits.importRecords, { error: `records must be 1 to ${limits.importRecords}` }),
    );

const judged = <S extends z.ZodMiniType>(schema: S) =>
  z.catch(
    z.pipe(
      schema,
      z.transform((record): Judged<z.output<S>> => ({ record })),
    ),
    refusedOf<z.output<S>>,
  );

function refusedOf<T>(context: { input: unknown; error: { issues: readonly Issue[] } } | undefined): Judged<T> {
  // JSON Schema requires the fallback of a valid record, which does not exist.
  if (!context) return undefined as never;
  const { input, error } = context;
  return { refused: refusalOf(error.issues, 'INVALID_FIELD'), sent: input, issues: error.issues };
}

/** Identifies a call, so that a repeated call reports what the first call imported. */
export const importId = field({
  input: optionalText({ label: 'import_id', max: limits.importId, form: 'line' }),
  words: `Identifies the call: up to ${limits.importId} characters, for example a random text. If you send a call again with the same \`import_id\` and the same \`records\`, because its response was lost, the records that it imported the first time count as \`imported\`. If \`import_id\` is omitted, these records count as \`unchanged\`. The client library makes an \`import_id\` for each call.`,
  example: undefined,
});

/** Whether a call only reports what it would do. */
export const dryRun = field({
  input: optionalBoolean('dry_run'),
  words:
    'Whether the call only reports what it would import, and stores nothing. Each record is compared with the store, and not with the other records of the call. If omitted, `false`.',
  example: undefined,
});

/** Identifies an imported record by its call and its index in the call. Undefined if the call has no `import_id`. */
export type ImportedBy = string | undefined;

/** The result for a record that is already stored: `imported` if this call stored it on an earlier try, otherwise `unchanged`. */
export const repeated = (stored: ImportedBy, by: ImportedBy): 'imported' | 'unchanged' =>
  by !== undefined && stored === by ? 'imported' : 'unchanged';

const refusedRecord = shownOf({
  index: shownInteger({ words: 'Index of the record in `records`, from 0.', example: 1 }),
  code: shownText({ words: 'Code of the error, such as `INVALID_FIELD` or `DUPLICATE`.', example: 'INVALID_FIELD' }),
  message: shownText({
    words: 'The field, and the rule that it breaks. The message never contains a gift card code or personal data.',
    example: 'balance must be between 0 and 10000000',
  }),
});

/** The report on the records of one call. */
export const importReport = shownOf({
  imported: shownInteger({
    words: 'Number of records imported by this call, or by an earlier call with the same `import_id`.',
    example: 1,
  }),
  updated: shownInteger({
    words: 'Number of gift card balances adjusted by this call; 0 for other records.',
    example: 0,
  }),
  unchanged: shownInteger({ words: 'Number of records that had been imported before.', example: 0 }),
  refused: field({
    shown: z.array(refusedRecord),
    words: 'Records that were not stored, each with the reason.',
    example: [],
  }),
});

export type ImportReport = z.output<typeof importReport>;

/** The actor of the ledger entries of an import. */
export const importActor = { type: 'system', name: 'import' } as const;

/** Throws `INVALID_FIELD` for an amount in another currency than that of the store. */
export function refuseOtherCurrency(currency: string | null | undefined, ofStore: string): void {
  if (currency != null && currency !== ofStore) throw invalidField(`currency must be that of the store, ${ofStore}`);
}

/** Throws `INVALID_FIELD` for a time of the other system that is in the future. */
export function refuseFuture(label: string, time: string | null | undefined, now: string): void {
  if (time != null && time > now) throw invalidField(`${label} must be in the past`);
}
