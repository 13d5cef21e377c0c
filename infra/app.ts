import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { ReferencePage } from './api-reference.ts';
import { readOptions } from './options.ts';
import { StoreCommerceStack } from './store-commerce-stack.ts';

interface AppOptions {
  /** The folder that holds a folder for each function's bundle. */
  bundles: string;
  reference: ReferencePage;
  /** CDK context beside what the command line passes. */
  context?: Record<string, unknown>;
  outdir?: string;
  /** `false` omits cdk-nag. */
  nag?: boolean;
}

/**
 * The CDK app: one stack, which cdk-nag refuses to synthesize with a finding that has no acknowledgment with a reason.
 */
export function storeCommerceApp({ bundles, reference, context, outdir, nag = true }: AppOptions): {
  app: App;
  stack: StoreCommerceStack;
} {
  const app = new App({ ...(context && { context }), ...(outdir && { outdir }) });
  if (nag) Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const stack = new StoreCommerceStack(app, { options: readOptions(app.node), bundles, reference });
  return { app, stack };
}
