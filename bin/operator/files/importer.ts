/** Imports the rows of a file, batch after batch, and continues after what an earlier run has done. */

/** The size of a row, in each limited unit of a batch. */
type Weight = readonly number[];

interface Batching<Row> {
  /** The limits of a batch. */
  most: Weight;
  /** As many numbers as `most` has. */
  weightOf(row: Row): Weight;
}

interface Import<Row, Result> extends Batching<Row> {
  /** Whether an earlier run has done the row. Is asked once about each row, in their order. */
  isDone?(row: Row): boolean;
  /** Sends a batch. The service imports each of its rows at most once, however often it is sent. */
  send(batch: readonly Row[]): Promise<Result>;
  /** Keeps what has become of a batch, before the next one is sent: another run continues after it. */
  keep(result: Result, batch: readonly Row[]): Promise<unknown>;
}

/** Imports rows in their order. Throws if a batch cannot be sent or kept: those before it stay imported. */
export async function importRows<Row, Result>(
  rows: AsyncIterable<Row>,
  { isDone = () => false, send, keep, ...batching }: Import<Row, Result>,
): Promise<void> {
  for await (const batch of batchesOf(without(rows, isDone), batching)) await keep(await send(batch), batch);
}

async function* without<Row>(rows: AsyncIterable<Row>, isDone: (row: Row) => boolean): AsyncGenerator<Row> {
  for await (const row of rows) if (!isDone(row)) yield row;
}

/** Divides rows into batches that take at most `most` in each respect, or hold one row. */
export async function* batchesOf<Row>(
  rows: AsyncIterable<Row>,
  { most, weightOf }: Batching<Row>,
): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let taken: Weight = most.map(() => 0);
  for await (const row of rows) {
    const weight = weightOf(row);
    const together = taken.map((sum, respect) => sum + (weight[respect] ?? 0));
    const fits = together.every((sum, respect) => sum <= (most[respect] ?? 0));
    if (batch.length > 0 && !fits) {
      yield batch;
      batch = [];
    }
    taken = batch.length === 0 ? weight : together;
    batch.push(row);
  }
  if (batch.length > 0) yield batch;
}
