/** Files of the user's computer that a tool uploads. */
import { openAsBlob } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { sizeOf } from '../reference/fields.ts';

/** The file cannot be uploaded. The message is for the agent and its user. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/**
 * Opens a regular file of 1 to `maximumBytes` bytes in a folder; a relative path starts there. Links are followed first, so none leads out
 * of the folder. Throws a `FileError` for anything else.
 */
export async function openUpload(
  folder: string,
  path: string,
  maximumBytes: number,
): Promise<{ file: Blob; fileName: string }> {
  const root = await realpath(folder);
  const found = await realpath(resolve(root, path)).catch(() => undefined);
  // A file outside and a missing file get one message, so that a caller cannot find out which files exist.
  if (found === undefined || !isInside(root, found)) throw new FileError(`file_path is not a file in ${root}`);
  const about = await stat(found);
  if (!about.isFile()) throw new FileError('file_path must be a regular file');
  if (about.size === 0) throw new FileError('file_path is empty');
  if (about.size > maximumBytes) throw new FileError(`file_path must be ${sizeOf(maximumBytes)} or smaller`);
  return { file: await openAsBlob(found), fileName: basename(found) };
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
