import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleOf, operations } from '../../lib/resources/nouns.ts';
import type { Operation } from '../../lib/schema/operation.ts';

/** The example of an operation as the arguments of its tool. */
export function argumentsOfExample(operation: Operation): Record<string, unknown> {
  const { path, query, body, file } = exampleOf(operation);
  return { ...path, ...query, ...(body as object), ...(file && { file_path: file.name }) };
}

/** Writes the files of the examples into a folder. */
export function writeExampleFiles(folder: string): void {
  for (const { file } of operations.map(exampleOf)) {
    if (file) writeFileSync(join(folder, file.name), Buffer.from(file.base64, 'base64'));
  }
}
