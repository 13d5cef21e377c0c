/**
 * Files with codes, keys or personal data, which only their owner can read. Writing never follows a link, nor reuses a file that someone
 * put in the way.
 */
import {
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export const ownersFile = 0o600;
export const ownersFolder = 0o700;

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR, O_WRONLY } = constants;
const toAppend = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW;
const toCreate = 'wx';

/** Where a file is prepared that takes another's place as a whole. */
const unfinished = (file: string): string => `${file}.new`;

/** Makes a file. Throws if something is there. */
export const createPrivate = (file: string): Promise<FileHandle> => open(file, toCreate, ownersFile);

/** Opens a file to add to it, and makes it if missing. Throws on a link. */
export const appendToPrivate = (file: string): Promise<FileHandle> => openOwn(file, toAppend);

/** Opens a file that is there to change it. Throws if a link is there. */
export const changePrivate = (file: string): Promise<FileHandle> => openOwn(file, O_RDWR | O_NOFOLLOW);

async function openOwn(file: string, flags: number): Promise<FileHandle> {
  const handle = await open(file, flags, ownersFile).catch((error: unknown) => {
    throw refusalOf(file, error);
  });
  await handle.chmod(ownersFile);
  return handle;
}

/** Writes a file as a whole: `write` fills another one, which then takes its place. */
export async function replacePrivate(file: string, write: (handle: FileHandle) => Promise<unknown>): Promise<void> {
  await rm(unfinished(file), { force: true });
  const handle = await open(unfinished(file), toCreate, ownersFile);
  try {
    await write(handle);
  } finally {
    await handle.close();
  }
  await rename(unfinished(file), file);
}

/** The same with a text, in one step; makes the file's folder if missing. */
export function replacePrivateSync(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: ownersFolder });
  rmSync(unfinished(file), { force: true });
  writeFileSync(unfinished(file), text, { flag: toCreate, mode: ownersFile });
  renameSync(unfinished(file), file);
}

/** The text of a file, or undefined if missing. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Adds a text to a file, which it makes if missing. Throws on a link. */
export function appendToPrivateSync(file: string, text: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(file, toAppend, ownersFile);
  } catch (error) {
    throw refusalOf(file, error);
  }
  try {
    fchmodSync(descriptor, ownersFile);
    appendFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes a folder if missing, and keeps others out of it. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ownersFolder });
  chmodSync(folder, ownersFolder);
}

const refusalOf = (file: string, error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'ELOOP'
    ? new Error(`${file} is a symbolic link: remove it, or choose another file`)
    : error;
