/** The folder that one local server at a time keeps its data in. */
import { accessSync, chmodSync, constants, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newDeploymentSecret } from '../../lib/runtime/ids.ts';
import {
  makePrivateFolder,
  ownersFile,
  ownersFolder,
  readIfThere,
  replacePrivateSync,
} from '../command-line/private-file.ts';
import { messageOf, StartupError } from './startup-error.ts';

/** By what is kept, its file or folder. */
export const dataFiles = {
  tables: 'tables.sqlite',
  queues: 'fauxqs.db',
  objects: 'objects',
  mails: 'mails.jsonl',
  events: 'events.jsonl',
  /** How far the stream of changes has been followed, by the function of events and by that of figures. */
  place: 'stream.json',
  figuresPlace: 'figures-stream.json',
  /** Attempts of deliveries to webhooks. */
  deliveries: 'deliveries.jsonl',
  /** Of 0.2.0: events that its one webhook had not taken yet. */
  pending: 'webhook.jsonl',
  clock: 'clock.json',
  /** What imported codes and secrets of webhooks are kept under. */
  key: 'deployment.key',
} as const;

const lockFile = 'server.lock';

/** The lock is the operating system's: it ends with the process, however that ends. SQLite takes it alike on every system. */
let lock: DatabaseSync | undefined;

/**
 * Locks the data folder for this process, creates it if missing, restricts it to its owner, and empties it of server files when `fresh`.
 * Throws a `StartupError` when another server holds it, it is not writable, or a file in it is a link.
 */
export function takeDataFolder(folder: string, { fresh }: { fresh: boolean }): void {
  try {
    makePrivateFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const file of filesIn(folder)) narrow(file);
    lock = new DatabaseSync(join(folder, lockFile));
    lock.exec('BEGIN EXCLUSIVE');
    if (fresh) empty(folder);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    if (isBusy(error)) {
      throw new StartupError(`Another server uses the data folder ${folder}: stop it, or choose another with --data`);
    }
    throw new StartupError(`Cannot write to the data folder ${folder}: ${messageOf(error)}`);
  }
}

/** SQLITE_BUSY. */
const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 5;

/** What else is there is not the server's. */
function empty(folder: string): void {
  for (const file of filesIn(folder).filter((file) => file !== join(folder, lockFile))) {
    rmSync(file, { recursive: true, force: true });
  }
}

/** The key stored with the data: made if missing, and then always the same. */
export function keptKey(file: string): string {
  const kept = readIfThere(file);
  if (kept) return kept;
  const made = newDeploymentSecret();
  replacePrivateSync(file, made);
  return made;
}

/** All that a server keeps there. SQLite has files of its own beside each, and what is prepared is beside what it replaces. */
const filesIn = (folder: string): string[] =>
  [...Object.values(dataFiles), lockFile].flatMap((name) =>
    ['', '-wal', '-shm', '-journal', '.new', '.next'].map((ending) => join(folder, `${name}${ending}`)),
  );

function narrow(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isSymbolicLink())
    throw new StartupError(`${file} is a link, and a server keeps data in its own folder: remove it`);
  const mode = found.isDirectory() ? ownersFolder : ownersFile;
  if ((found.mode & 0o777) !== mode) chmodSync(file, mode);
}
