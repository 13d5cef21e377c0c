/** Imports files: sites, customers and products in JSON Lines, or what a shop moves in with. */
import { createReadStream } from 'node:fs';
import * as z from 'zod/mini';
import { linesOf, parsedJson } from '../../command-line/json.ts';
import { UsageError } from '../../command-line/options.ts';
import type { Outcome, Session } from '../command.ts';
import { type MoveIn, moveIn } from '../move-in/move-in.ts';
import { importFile } from './import.ts';
import { kinds } from './json-lines.ts';

/** `-` is standard input, which holds JSON Lines. */
export async function importFiles(given: MoveIn, session: Session): Promise<Outcome> {
  const { store, files, 'dry-run': isDry } = given;
  const ofRecords = await Promise.all(files.map(async (file) => given.as === undefined && (await holdsRecords(file))));
  if (!ofRecords.includes(true)) return moveIn(given, session);
  const [file = '', other] = files;
  if (other !== undefined) throw new UsageError('Import a file of sites, customers and products by itself');
  return importFile({ store, file, 'dry-run': isDry }, session);
}

const tagged = z.looseObject({ type: z.enum(kinds) });

/** Told by its first line, or by its name where that is no JSON. */
async function holdsRecords(file: string): Promise<boolean> {
  if (file === '-') return true;
  const line = await firstLineOf(file);
  // An array is refused with what to do.
  if (line.startsWith('[')) return false;
  const first = parsedJson(line);
  return typeof first === 'object' && first !== null ? tagged.safeParse(first).success : file.endsWith('.jsonl');
}

async function firstLineOf(file: string): Promise<string> {
  const source = createReadStream(file, { encoding: 'utf8', end: 1_048_575 });
  try {
    for await (const line of linesOf(source)) if (line.trim() !== '') return line.replace(/^\ufeff/, '');
    return '';
  } finally {
    source.destroy();
  }
}
