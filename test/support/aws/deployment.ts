/** What a deployment has before its first request. */

import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import * as deploymentSecret from '../../../lib/resources/stores/deployment-secret-records.ts';
import { forgetAll } from '../../../lib/runtime/collections.ts';
import { newDeploymentSecret } from '../../../lib/runtime/ids.ts';

/** The secret that API keys are made with, as the first key of a deployment leaves it. */
export const plantSecret = (): Promise<void> =>
  commitUnitOfWork(writing([deploymentSecret.create(newDeploymentSecret())]));

/** As a new function begins: it remembers nothing but what it has read during INIT. */
export async function beginAnew(): Promise<void> {
  forgetAll();
  await deploymentSecret.find();
}
