import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

/** A folder of its own in that of the run (`engines.ts`), which is removed with it. */
export const temporaryFolder = (): string => mkdtempSync(join(process.env.TEST_FOLDER ?? '', 'folder-'));
