/** The CDK app. Bundles the functions and makes the template; needs neither an account nor Docker nor a network. */
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readOptions } from '../infra/options.ts';
import { StoreCommerceStack } from '../infra/store-commerce-stack.ts';
import { bundleFunctions, bundlesFolder } from './build.ts';

await bundleFunctions();

const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
new StoreCommerceStack(app, { options: readOptions(app.node), bundles: bundlesFolder });
app.synth();
