import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** More than a day's work leaves in the tables; containers have 64 MB there. */
const roomBytes = 1024 ** 3;

/**
 * The folder for temporary tables: TMPDIR if set, else one in memory if it has room, because the engine waits for the disk at each write.
 */
export const scratchFolder = (memory = memoryOfLinux): string =>
  !process.env.TMPDIR && hasRoom(memory) ? memory : tmpdir();

/** Linux keeps what is in this folder in memory. */
const memoryOfLinux = '/dev/shm';

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= roomBytes;
  } catch {
    return false;
  }
}
