/**
 * The refused lines, in a file beside the imported one. Each is the record with the reason in `rejected`, so an operator can correct and
 * import that file.
 */
import { createReadStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import { appendToPrivate, replacePrivate } from '../../command-line/private-file.ts';
import { linesOf, parsedJson } from '../../command-line/text.ts';
import type { Rejected } from './records.ts';

export interface Rejects {
  file: string;
  add(lines: readonly Rejected[]): Promise<void>;
  close(): Promise<void>;
}

/** Keeps what an interrupted import has put aside up to a line, and nothing of an earlier one. */
export async function openRejects(of: string, upToLine: number): Promise<Rejects> {
  const file = `${of.replace(/\.jsonl$/, '')}.rejected.jsonl`;
  await replacePrivate(file, async (kept) => {
    if (upToLine === 0 || !existsSync(file)) return;
    for await (const { bytes } of linesOf(createReadStream(file))) {
      const line = bytes.toString().trimEnd();
      if (numberOf(line) <= upToLine) await kept.appendFile(`${line}\n`);
    }
  });
  const handle = await appendToPrivate(file);
  return {
    file,
    add: async (lines) => {
      if (lines.length > 0) await handle.appendFile(lines.map((line) => `${JSON.stringify(entryOf(line))}\n`).join(''));
    },
    async close() {
      const { size } = await handle.stat();
      await handle.close();
      if (size === 0) await rm(file);
    },
  };
}

const written = z.object({ rejected: z.object({ line: z.int() }) });

const numberOf = (line: string): number =>
  written.safeParse(parsedJson(line)).data?.rejected.line ?? Number.POSITIVE_INFINITY;

/** A line that is not an object stays as it was. */
function entryOf({ number, reason, text }: Rejected): object {
  const value = parsedJson(text);
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return { ...(isRecord ? value : {}), rejected: { line: number, reason, ...(isRecord ? {} : { text }) } };
}
