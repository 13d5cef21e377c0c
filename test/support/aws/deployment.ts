/** What a deployment has before its first request. */
import { forgetAll } from '../../../lib/runtime/bounded-map.ts';
import { newDeploymentSecret } from '../../../lib/runtime/secrets.ts';
import * as deploymentSecret from '../../../lib/table/accounts/deployment-secret.ts';
import { commitUnitOfWork } from '../../../lib/table/unit-of-work.ts';

/** The secret that API keys are made with, as the first key of a deployment leaves it. */
export const plantSecret = (): Promise<void> =>
  commitUnitOfWork<void>({
    decide: async () => ({ writes: [deploymentSecret.create(newDeploymentSecret())], reply: undefined }),
  });

/** As a new function begins: it remembers nothing but what it has read during INIT. */
export async function beginAnew(): Promise<void> {
  forgetAll();
  await deploymentSecret.find();
}
