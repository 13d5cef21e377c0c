/** What takes long to make and never differs is made once for all processes of a test run. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The folder of that name, filled by the first caller; the others wait for it. Throws in each if it could not be made. */
export async function onceARun(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const run = process.env.TEST_FOLDER;
  if (run === undefined) throw new Error('No test run is in progress');
  const folder = join(run, name);
  const [made, failed] = [`${folder}.made`, `${folder}.failed`];
  if (await isFirst(folder)) {
    await fill(folder).then(
      () => writeFile(made, ''),
      async (error: unknown) => {
        await writeFile(failed, String(error));
        throw error;
      },
    );
  }
  while (!existsSync(made)) {
    if (existsSync(failed))
      throw new Error(`${name} could not be made by another process: ${readFileSync(failed, 'utf8')}`);
    await setTimeout(50);
  }
  return folder;
}

const isFirst = (folder: string): Promise<boolean> =>
  mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
