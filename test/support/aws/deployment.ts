/** What a deployment has before its first request. */
import { forgetAll } from '../../../lib/runtime/bounded-map.ts';
import { newDeploymentSecret } from '../../../lib/runtime/secrets.ts';
import * as deploymentSecret from '../../../lib/table/accounts/deployment-secret.ts';
import { commitUnitOfWork, writing } from '../../../lib/table/unit-of-work.ts';

/** The secret that API keys are made with, as the first key of a deployment leaves it. */
export const plantSecret = (): Promise<void> =>
  commitUnitOfWork(writing([deploymentSecret.create(newDeploymentSecret())]));

/** As a new function begins: it remembers nothing but what it has read during INIT. */
export async function beginAnew(): Promise<void> {
  forgetAll();
  await deploymentSecret.find();
}
