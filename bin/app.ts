/** The CDK app. Bundles the functions and makes the template; needs neither an account nor Docker nor a network. */
import { storeCommerceApp } from '../infra/app.ts';
import { bundleFunctions, bundlesFolder } from './build/bundles.ts';
import { writeDocs } from './build/docs-page.ts';

await bundleFunctions();
storeCommerceApp({ bundles: bundlesFolder, reference: await writeDocs() }).app.synth();
