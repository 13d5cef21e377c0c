import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** More than a day's work leaves in the tables; containers have 64 MB there. */
const roomBytes = 1024 ** 3;

/**
 * The folder for tables that go with their engine. It is one in memory where there is one with room, because the engine waits for the
 * disk at each write; that of the variable TMPDIR where somebody names one.
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
