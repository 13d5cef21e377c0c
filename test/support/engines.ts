/** Starts the engines once for a whole test run; tests share the tables and keep apart by their stores' ids. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScratchEngines } from './scratch-engines.ts';

export async function setup(): Promise<() => Promise<void>> {
  // What is set here is inherited by every test's process.
  const stopEngines = await startScratchEngines();
  // On macOS the folder of temporary files is a link, and Node names what is there by where it leads.
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'store-commerce-api-'));
  process.env.TEST_FOLDER = folder;
  return async () => {
    await stopEngines();
    await rm(folder, { recursive: true });
  };
}
