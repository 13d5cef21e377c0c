/** `uuidgen`, which pasted commands make idempotency keys with, on a machine that lacks it. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

const standIn = `#!${process.execPath}\nconsole.log(crypto.randomUUID());\n`;

/** A `PATH` on which there is a `uuidgen`. */
export function pathWithUuidgen(path = process.env.PATH ?? ''): string {
  if (spawnSync('uuidgen').status === 0) return path;
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'uuidgen'), standIn, { mode: 0o755 });
  return [folder, path].join(delimiter);
}
