/** Batches of other sizes than the service's, so that little work is enough to continue after one. */
import { onTestFinished } from 'vitest';
import * as batches from '../../lib/runtime/batches.ts';

export type BatchName = keyof typeof batches;

const all = Object.entries(batches as Readonly<Record<BatchName, { size: number }>>) as [BatchName, { size: number }][];

const usual = new Map(all.map(([name, { size }]) => [name, size]));

/** The service's own size of a batch. */
export const usualSize = (name: BatchName): number | undefined => usual.get(name);

/** Gives each batch another size where one is named. Answers what puts all of them back. */
export function resize(sizeOf: (name: BatchName, usual: number) => number | undefined): () => void {
  const before = all.map(([, { size }]) => size);
  for (const [name, batch] of all) batch.size = sizeOf(name, batch.size) ?? batch.size;
  return () => {
    for (const [index, [, batch]] of all.entries()) batch.size = before[index] ?? 0;
  };
}

/** Gives each batch the service's own size during a test that is about those. */
export const withUsualBatches = (): void => onTestFinished(resize(usualSize));
