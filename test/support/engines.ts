/** Starts the engines once for a whole test run; tests share the tables and keep apart by their stores' ids. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngines } from '../../bin/local/engines/engines.ts';
import { prepareEnvironment } from '../../bin/local/environment.ts';
import { plantSecret } from './aws/deployment.ts';
import { downloadRole, startSts } from './aws/sts.ts';

export async function setup(): Promise<() => Promise<void>> {
  const engines = await startEngines({
    onCrash(error) {
      throw error;
    },
  });
  // Unique, because a `*_ENDPOINT` variable may lead to an engine that outlives the run.
  const run = randomUUID().slice(0, 8);
  // What is set here is inherited by every test's process.
  await prepareEnvironment(engines, {
    storeTable: `test-${run}-store`,
    requestTable: `test-${run}-requests`,
    bucket: `test-${run}-objects`,
    mailQueue: `test-${run}-mails`,
    waitlistQueue: `test-${run}-waitlist`,
  });
  const sts = await startSts();
  Object.assign(process.env, { AWS_ENDPOINT_URL_STS: sts.endpoint, DOWNLOAD_ROLE: downloadRole });
  await plantSecret();
  process.env.LOG_LEVEL ||= 'silent';
  // On macOS the folder of temporary files is a link, and Node names what lies there by where it leads.
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'store-commerce-api-'));
  process.env.TEST_FOLDER = folder;
  return async () => {
    sts.stop();
    await engines.stop();
    await rm(folder, { recursive: true });
  };
}
