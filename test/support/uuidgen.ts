/** The program `uuidgen` of pasted commands, on a machine that lacks it. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** macOS has the program, and Linux has this file. */
const standIn = '#!/bin/sh\ncat /proc/sys/kernel/random/uuid\n';

/** A `PATH` on which there is a `uuidgen`. */
export function pathWithUuidgen(path = process.env.PATH ?? ''): string {
  if (spawnSync('uuidgen').status === 0) return path;
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'uuidgen'), standIn, { mode: 0o755 });
  return [folder, path].join(delimiter);
}
