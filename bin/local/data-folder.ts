/** The folder that one local server at a time keeps its data in. */
import { accessSync, constants, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { messageOf, StartupError } from './startup-error.ts';

/** By what is kept, its file or folder. */
export const dataFiles = {
  tables: 'tables.sqlite',
  queues: 'fauxqs.db',
  objects: 'objects',
  mails: 'mails.jsonl',
  events: 'events.jsonl',
  /** How far the stream of changes has been followed. */
  place: 'stream.json',
  /** Events that the webhook has not taken yet. */
  pending: 'webhook.jsonl',
  clock: 'clock.json',
} as const;

const lockFile = 'server.lock';

/** The lock is the operating system's: it ends with the process, however that ends. SQLite takes it alike on every system. */
let lock: DatabaseSync | undefined;

/**
 * Takes the folder for this process, which it is made for where there is none, and empties it of what a server has kept there where it
 * is to be `fresh`. Throws a `StartupError` where another server has it, or it cannot be written.
 */
export function takeDataFolder(folder: string, { fresh }: { fresh: boolean }): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    lock = new DatabaseSync(join(folder, lockFile));
    lock.exec('BEGIN EXCLUSIVE');
    if (fresh) empty(folder);
  } catch (error) {
    if (isBusy(error)) {
      throw new StartupError(`Another server uses the data folder ${folder}: stop it, or choose another with --data`);
    }
    throw new StartupError(`Cannot write to the data folder ${folder}: ${messageOf(error)}`);
  }
}

/** SQLITE_BUSY. */
const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 5;

/** What else lies there is not the server's. SQLite keeps files of its own beside each. */
function empty(folder: string): void {
  for (const name of Object.values(dataFiles)) {
    for (const ending of ['', '-wal', '-shm', '-journal', '.next']) {
      rmSync(join(folder, `${name}${ending}`), { recursive: true, force: true });
    }
  }
}
